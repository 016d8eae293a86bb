package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
)

// column is a column of a table; kind is BIGINT, TEXT or BYTEA.
type column struct {
	name string
	kind string
	null bool
}

// table is the shape of a table: its columns in order and its primary key.
type table struct {
	name    string
	columns []column
	key     []string
}

// shapes holds the tables after each migration, by schema number, from 0 (none). They are read
// off an SQLite in memory, so that copies need no second list of what the migrations say.
var shapes = sync.OnceValues(func() ([][]table, error) {
	all, err := migrations()
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	list := [][]table{nil}
	for _, m := range all {
		for _, statement := range m.statements() {
			if _, err := db.Exec(statement); err != nil {
				return nil, fmt.Errorf("migration %s: %w", m.name, err)
			}
		}
		tables, err := readShape(context.Background(), db)
		if err != nil {
			return nil, err
		}
		list = append(list, tables)
	}
	return list, nil
})

// readShape reads the tables of an SQLite database by name.
func readShape(ctx context.Context, db *sql.DB) ([]table, error) {
	rows, err := db.QueryContext(ctx, `SELECT s.name, c.name, c.type, c."notnull", c.pk FROM sqlite_schema s, pragma_table_info(s.name) c
		WHERE s.type = 'table' ORDER BY s.name, c.cid`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var tables []table
	for rows.Next() {
		var name string
		var c column
		var notNull, key int
		if err := rows.Scan(&name, &c.name, &c.kind, &notNull, &key); err != nil {
			return nil, err
		}
		c.null = notNull == 0
		if len(tables) == 0 || tables[len(tables)-1].name != name {
			tables = append(tables, table{name: name})
		}
		t := &tables[len(tables)-1]
		t.columns = append(t.columns, c)
		if key > 0 {
			t.key = append(t.key, c.name)
		}
	}
	return tables, rows.Err()
}

func (t *table) columnNames() string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return strings.Join(names, ", ")
}

// selectAll reads the whole table in the order of its key.
func (t *table) selectAll() string {
	return `SELECT ` + t.columnNames() + ` FROM ` + t.name + ` ORDER BY ` + strings.Join(t.key, ", ")
}

// insert adds one row.
func (t *table) insert() string {
	marks := make([]string, len(t.columns))
	for i := range marks {
		marks[i] = fmt.Sprintf("$%d", i+1)
	}
	return `INSERT INTO ` + t.name + ` (` + t.columnNames() + `) VALUES (` + strings.Join(marks, ", ") + `)`
}
