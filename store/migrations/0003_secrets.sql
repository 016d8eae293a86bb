CREATE TABLE secrets (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  value BYTEA NOT NULL,
  PRIMARY KEY (owner, name)
);
