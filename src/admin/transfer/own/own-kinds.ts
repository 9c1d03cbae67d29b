/** Records that belong to one user, in the format of the full export. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { ExportKind, Row } from '../everything/export-kind'
import { getColumn } from '../everything/record-members'

/** Selects the records of a kind that belong to a user. */
export interface OwnKind {
  /** The column that contains the user's ID, or a condition. Defaults to `userId`. */
  by?: string | ((userId: string) => SQL)
  /** Columns that are not exported, with the reason. */
  leftOut?: Record<string, string>
  /** Nested lists about other people, which are exported empty. */
  withoutNested?: readonly string[]
  /** Removes data that the user is not allowed to see. */
  hide?: (row: Row, viewer: Viewer) => Row
}

export type OwnKinds = Readonly<Record<string, OwnKind>>

/**
 * Returns the kinds that contain data of one user, limited to that user's records and without
 * secrets.
 */
export const limitToPerson = (
  kinds: readonly ExportKind[],
  ownKinds: OwnKinds,
  userId: string,
): ExportKind[] =>
  kinds.flatMap((kind) => {
    const own = ownKinds[kind.name]
    return own ? [limitKind(kind, own, userId)] : []
  })

function limitKind(
  { isSecret: _, secrets = [], ...kind }: ExportKind,
  { by = 'userId', leftOut, withoutNested = [] }: OwnKind,
  userId: string,
): ExportKind {
  const isOwn = typeof by === 'string' ? eq(getColumn(kind.table, by), userId) : by(userId)
  const secret = Object.fromEntries(secrets.map((name) => [name, 'secret']))
  const nested = kind.nested?.map((one) =>
    withoutNested.includes(one.member) ? { ...one, where: () => sql`false` } : one,
  )
  return {
    ...kind,
    leftOut: { ...kind.leftOut, ...secret, ...leftOut },
    where: () => and(kind.where?.(), isOwn),
    ...(nested && { nested }),
  }
}
