/** The records that belong to one person, in the format of the export of everything. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../../accounts/permissions/model'
import type { ExportKind, Row } from '../everything/kind'
import { getColumn } from '../everything/members'

/** Which records of a kind belong to a person. */
export interface OwnKind {
  /** The column with the person's ID, or a condition. Default: `userId`. */
  by?: string | ((userId: string) => SQL)
  /** Columns that are not exported, with the reason. */
  leftOut?: Record<string, string>
  /** Lists of other people in each record, which are empty. */
  withoutNested?: readonly string[]
  /** Removes what the person may not see. */
  hide?: (row: Row, viewer: Viewer) => Row
}

export type OwnKinds = Readonly<Record<string, OwnKind>>

/** Of all kinds, those of one person, limited to this person's records and without secrets. */
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
