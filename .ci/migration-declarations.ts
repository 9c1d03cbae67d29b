/**
 * The first line of a migration says which older programs may run during and after it (decision
 * 43). Without it, all must be stopped.
 */
import { countNeeded, getOldest, type Migration } from '../src/platform/db/migrations/migrate'

/** Returns the line for a new migration that follows the others, if it only adds. */
export function declareOldest(sql: string, previous: Migration | undefined): string {
  return previous && addsOnly(sql)
    ? `-- Oldest program that may run: ${getOldest(previous)}\n${sql}`
    : sql
}

/** Returns what is wrong with the declarations of the migrations of a database. */
export function findDeclarationProblems(migrations: readonly Migration[]): string[] {
  return migrations.flatMap((migration) => {
    const { tag, sql } = migration
    if (getOldest(migration) === tag) return []
    try {
      countNeeded([migration], migrations)
    } catch (error) {
      return [(error as Error).message]
    }
    const hasReason = sql.slice(0, sql.indexOf('\n')).endsWith(')')
    return hasReason || addsOnly(sql)
      ? []
      : [`migration ${tag} does more than add: say in parentheses why older programs may run`]
  })
}

/**
 * Whether older programs can read, write and delete as before. A column without a default must
 * allow null, a table that they use must get no new constraint, and new rows must not keep them from
 * deleting others.
 */
export function addsOnly(sql: string): boolean {
  const statements = sql
    .replaceAll(/^--.*$|--> statement-breakpoint/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
  const isNew = (table: string | undefined) =>
    table !== undefined &&
    statements.some((statement) => createTable.exec(statement)?.[1] === table)
  const isAddition = (statement: string) =>
    createTable.test(statement) ||
    /^create sequence /i.test(statement) ||
    /^create index /i.test(statement) ||
    (addColumn.test(statement) &&
      (!/ not null/i.test(statement) || / default /i.test(statement))) ||
    isNew(constraint.exec(statement)?.[1])
  const allowsDeletes = (statement: string) =>
    statement
      .split(/ references /i)
      .slice(1)
      .every(
        (rest) =>
          isNew(referenced.exec(rest)?.[1]) || / on delete (?:cascade|set null)/i.test(rest),
      )
  return statements.every((statement) => isAddition(statement) && allowsDeletes(statement))
}

const createTable = /^create table (?:if not exists )?["`]?(\w+)/i
/** Of one column and nothing else: no second action follows after a comma. */
const addColumn =
  /^alter table \S+ add (?:column )?(?!(?:constraint|primary|unique|foreign|check|exclude)\b)["`]?\w+["`]? [^,]*$/i
const constraint =
  /^(?:create unique index \S+ on|alter table) ["`]?(\w+)["`]?(?= add constraint| using| \()/i
/** The table after `references`, with or without its schema. */
const referenced = /^(?:["`]?\w+["`]?\.)?["`]?(\w+)/
