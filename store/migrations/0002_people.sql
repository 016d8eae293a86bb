ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';

CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE private_log (
  id TEXT NOT NULL PRIMARY KEY,
  division TEXT NOT NULL,
  entry BIGINT NOT NULL,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  act TEXT NOT NULL,
  fields TEXT NOT NULL
);
CREATE INDEX private_log_entry ON private_log (division, entry);
