// Command sql runs the statements on standard input, one a line, on a server that speaks MySQL's protocol:
//
//	sql HOST:PORT USER PASSWORD_FILE < statements
//
// servers/tidb sets TiDB's global variables with it: a machine with Go may have no MySQL client.
package main

import (
	"bufio"
	"database/sql"
	"fmt"
	"os"
	"strings"

	"github.com/go-sql-driver/mysql"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) != 3 {
		return fmt.Errorf("usage: sql HOST:PORT USER PASSWORD_FILE < statements")
	}
	password, err := os.ReadFile(arguments[2])
	if err != nil {
		return err
	}
	settings := mysql.NewConfig()
	settings.Net, settings.Addr, settings.User, settings.Passwd = "tcp", arguments[0], arguments[1], strings.TrimSpace(string(password))
	database, err := sql.Open("mysql", settings.FormatDSN())
	if err != nil {
		return err
	}
	defer database.Close()
	statements := bufio.NewScanner(os.Stdin)
	for statements.Scan() {
		if _, err := database.Exec(statements.Text()); err != nil {
			return fmt.Errorf("%s: %w", statements.Text(), err)
		}
	}
	return statements.Err()
}
