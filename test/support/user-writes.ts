/** Finds writes for a user that change tables whose rows do not belong to users. */
import { postgres as migrations } from '../../src/platform/db/migrations/embedded'

/** Tables whose rows belong to one user each. */
const userTables = new Set(
  migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/create table "(\w+)" \(([^;]*?)\n\)/gi)].flatMap(([, name, columns]) =>
      columns!.includes('"user_id" uuid NOT NULL') ||
      columns!.includes('"user_id" uuid PRIMARY KEY')
        ? [name!]
        : [],
    ),
  ),
)

export interface UserWriteCheck {
  onStatement(text: string, connection: number): void
  /** Statements that changed other tables. */
  readonly wrong: readonly string[]
}

export function createUserWriteCheck(): UserWriteCheck {
  const connections = new Set<number>()
  const wrong: string[] = []
  const onStatement = (text: string, connection: number) => {
    if (text.includes('pg_advisory_xact_lock_shared')) connections.add(connection)
    else if (/^(commit|rollback)\b(?! to)/i.test(text)) connections.delete(connection)
    if (!connections.has(connection)) return
    const table = /^\s*(?:insert into|update|delete from) "(\w+)"/i.exec(text)?.[1]
    if (table && !userTables.has(table)) wrong.push(text)
  }
  return { onStatement, wrong }
}
