"""The tables and views of a results file. docs/reference.md documents them."""

FORMAT = 5
"""Stored as `user_version` of the file."""

TABLES = """
CREATE TABLE course (
    assignment TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    parts TEXT NOT NULL,
    by_hand TEXT NOT NULL,
    late TEXT NOT NULL
);
CREATE TABLE students (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    platform_id TEXT NOT NULL,
    on_roster INTEGER
);
CREATE TABLE submissions (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL,
    platform TEXT NOT NULL,
    download TEXT NOT NULL,
    folder TEXT NOT NULL,
    submitted TEXT NOT NULL,
    late INTEGER NOT NULL,
    unusable TEXT NOT NULL,
    notes TEXT NOT NULL,
    renamed TEXT NOT NULL,
    refused TEXT NOT NULL
);
CREATE TABLE submitters (
    student TEXT NOT NULL REFERENCES students,
    submission INTEGER NOT NULL REFERENCES submissions,
    seen INTEGER NOT NULL,
    PRIMARY KEY (student, submission)
);
CREATE INDEX submitters_seen ON submitters (seen);
CREATE INDEX submitters_of ON submitters (submission);
CREATE TABLE files (
    submission INTEGER NOT NULL REFERENCES submissions,
    name TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (submission, name)
);
CREATE TABLE gradings (
    id INTEGER PRIMARY KEY,
    submission INTEGER NOT NULL REFERENCES submissions,
    status TEXT NOT NULL CHECK (status IN ('graded', 'fault in tests', 'failed')),
    message TEXT NOT NULL,
    score REAL,
    out_of REAL,
    kit TEXT NOT NULL,
    assignment TEXT NOT NULL,
    limits TEXT NOT NULL,
    options TEXT NOT NULL,
    confinement TEXT NOT NULL,
    python TEXT NOT NULL,
    machine TEXT NOT NULL,
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    seconds REAL NOT NULL
);
CREATE INDEX gradings_of ON gradings (submission);
CREATE TABLE reports (
    grading INTEGER PRIMARY KEY REFERENCES gradings,
    report TEXT NOT NULL
);
"""

VIEWS = """
CREATE VIEW current_submissions AS
SELECT student, submission FROM (
    SELECT student, submission,
        row_number() OVER (PARTITION BY student ORDER BY seen DESC) AS place
    FROM submitters
) WHERE place = 1;

CREATE VIEW current_gradings AS
SELECT submission, max(id) AS grading FROM gradings WHERE status != 'failed' GROUP BY submission;

CREATE VIEW last_gradings AS
SELECT submission, max(id) AS grading FROM gradings GROUP BY submission;

CREATE VIEW scores AS
SELECT students.id AS student, students.name, students.email, students.platform_id,
    students.on_roster, submissions.id AS submission, submissions.platform, submissions.folder,
    submissions.submitted, submissions.late, gradings.id AS grading, gradings.score,
    gradings.out_of, gradings.seconds,
    CASE
        WHEN submissions.id IS NULL THEN 'nothing handed in'
        WHEN submissions.refused != '' THEN 'cannot be graded'
        ELSE coalesce(gradings.status, last.status, 'not graded yet')
    END AS status,
    coalesce(
        nullif(submissions.refused, ''),
        nullif(gradings.message, ''),
        CASE WHEN gradings.id IS NULL THEN last.message END,
        (SELECT group_concat(value, '; ') FROM json_each(submissions.unusable)),
        ''
    ) AS message
FROM students
LEFT JOIN current_submissions ON current_submissions.student = students.id
LEFT JOIN submissions ON submissions.id = current_submissions.submission
LEFT JOIN current_gradings ON current_gradings.submission = submissions.id
LEFT JOIN gradings ON gradings.id = current_gradings.grading
LEFT JOIN last_gradings ON last_gradings.submission = submissions.id
LEFT JOIN gradings AS last ON last.id = last_gradings.grading;

CREATE VIEW part_scores AS
SELECT scores.student, scores.grading, json_extract(part.value, '$.name') AS part,
    json_extract(part.value, '$.points') AS points, json_extract(part.value, '$.earned') AS earned,
    json_extract(part.value, '$.passed') AS passed, json_extract(part.value, '$.total') AS total
FROM scores JOIN reports ON reports.grading = scores.grading,
    json_each(reports.report, '$.parts') AS part;

CREATE VIEW test_outcomes AS
SELECT scores.student, scores.grading, json_extract(part.value, '$.name') AS part,
    json_extract(test.value, '$.key') AS key, json_extract(test.value, '$.name') AS name,
    json_extract(test.value, '$.says') AS says,
    json_extract(test.value, '$.outcome') AS outcome,
    json_extract(test.value, '$.hidden') AS hidden,
    json_extract(test.value, '$.seconds') AS seconds,
    json_extract(test.value, '$.detail.message') AS message
FROM scores JOIN reports ON reports.grading = scores.grading,
    json_each(reports.report, '$.parts') AS part, json_each(part.value, '$.tests') AS test;

CREATE VIEW test_pass_rates AS
SELECT part, key, says, hidden, count(*) AS students,
    sum(passes) AS passed, round(avg(passes), 4) AS pass_rate
FROM (
    SELECT part, key, says, hidden, outcome IN ('pass', 'grader_error') AS passes
    FROM test_outcomes
    LIMIT -1 -- Otherwise SQLite reads the report again for each use of a column.
) GROUP BY part, key ORDER BY pass_rate, part, key;

CREATE VIEW part_pass_rates AS
SELECT part, points, count(*) AS students, sum(passed = total) AS full_marks,
    round(avg(earned), 2) AS mean_earned, round(avg(1.0 * passed / total), 4) AS pass_rate
FROM part_scores GROUP BY part, points;

CREATE VIEW faults AS
SELECT student, name, gradings.status, gradings.message FROM scores
JOIN last_gradings ON last_gradings.submission = scores.submission
JOIN gradings ON gradings.id = last_gradings.grading
WHERE gradings.status != 'graded' AND scores.status != 'cannot be graded';

CREATE VIEW refused AS
SELECT student, name, message FROM scores WHERE status = 'cannot be graded';

CREATE VIEW handed_in_nothing AS
SELECT student, name, email FROM scores WHERE submission IS NULL;

CREATE VIEW not_on_roster AS
SELECT student, name, email FROM scores WHERE on_roster = 0;

CREATE VIEW history AS
SELECT submitters.student, gradings.id AS grading, submissions.id AS submission,
    submissions.hash, gradings.started, gradings.status, gradings.score, gradings.out_of,
    gradings.kit, gradings.assignment, gradings.message
FROM submitters
JOIN submissions ON submissions.id = submitters.submission
JOIN gradings ON gradings.submission = submissions.id
ORDER BY submitters.student, gradings.id;
"""
