/* Time the solver of Simon Tatham's Keen on game ids from standard input, one per line, and print
 * for each the seconds of processor time until one solution is proved. See keen.py. */
#include "keen.c"

#include <time.h>

int main(void)
{
    static char id[4096];
    while (fgets(id, sizeof id, stdin)) {
        id[strcspn(id, "\n")] = '\0';
        char *clues = strchr(id, ':');
        *clues++ = '\0';
        game_params *params = default_params();
        decode_params(params, id);
        game_state *state = new_game(NULL, params, clues);
        struct timespec begun, ended;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begun);
        int found = solver(params->w, state->clues->dsf, state->clues->clues, state->grid,
                           DIFF_UNREASONABLE);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
        if (found > DIFF_UNREASONABLE)
            return 1;
        printf("%.9f\n", ended.tv_sec - begun.tv_sec + (ended.tv_nsec - begun.tv_nsec) / 1e9);
        free_game(state);
        free_params(params);
    }
    return 0;
}
