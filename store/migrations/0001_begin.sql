CREATE TABLE streams (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL,
  parent TEXT NOT NULL,
  head BIGINT NOT NULL,
  last_at BIGINT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL,
  starts BIGINT NOT NULL,
  deadline BIGINT NOT NULL,
  summary BYTEA NOT NULL
);
CREATE INDEX streams_kind ON streams (kind, parent);

CREATE TABLE events (
  stream TEXT NOT NULL,
  seq BIGINT NOT NULL,
  type TEXT NOT NULL,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  cmd TEXT,
  reason TEXT NOT NULL,
  article TEXT NOT NULL,
  packed BIGINT NOT NULL,
  body BYTEA NOT NULL,
  PRIMARY KEY (stream, seq)
);
CREATE UNIQUE INDEX events_cmd ON events (stream, cmd);

CREATE TABLE users (
  id TEXT NOT NULL PRIMARY KEY,
  login TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  admin BIGINT NOT NULL,
  disabled BIGINT NOT NULL,
  created BIGINT NOT NULL
);

CREATE TABLE grants (
  tournament TEXT NOT NULL,
  user_id TEXT NOT NULL,
  role TEXT NOT NULL,
  PRIMARY KEY (tournament, user_id, role)
);
CREATE INDEX grants_user ON grants (user_id);

CREATE TABLE sessions (
  token_hash TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL,
  created BIGINT NOT NULL,
  last_seen BIGINT NOT NULL
);

CREATE TABLE links (
  token_hash TEXT NOT NULL PRIMARY KEY,
  user_id TEXT NOT NULL,
  expires BIGINT NOT NULL
);

CREATE TABLE contacts (
  division TEXT NOT NULL,
  entry BIGINT NOT NULL,
  facts BYTEA NOT NULL,
  PRIMARY KEY (division, entry)
);
