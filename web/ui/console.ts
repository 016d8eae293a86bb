// The referee's console: rows that follow the games.
export {};
