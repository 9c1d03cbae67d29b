/** Written by `bun run migrations`: every migration, oldest first, as text in the program. */
import sqlite0 from '../../../../migrations/sqlite/0000_init.sql' with { type: 'text' }
import sqlite1 from '../../../../migrations/sqlite/0001_search.sql' with { type: 'text' }
import postgres0 from '../../../../migrations/postgres/0000_init.sql' with { type: 'text' }
import postgres1 from '../../../../migrations/postgres/0001_search.sql' with { type: 'text' }
import type { Migration } from './migrate'

export const sqlite: readonly Migration[] = [
  { tag: '0000_init', sql: sqlite0 },
  { tag: '0001_search', sql: sqlite1 },
]
export const postgres: readonly Migration[] = [
  { tag: '0000_init', sql: postgres0 },
  { tag: '0001_search', sql: postgres1 },
]
