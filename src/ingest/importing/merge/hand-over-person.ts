/**
 * When an import is undone, transfers its facts about people to another import that still needs
 * them.
 */
import { and, desc, eq, isNull, ne, notInArray } from 'drizzle-orm'
import { users } from '../../../accounts/users/schema'
import type { Tx } from '../../../platform/db/store'
import { importFacts, imports } from '../schema'
import type { AddedByKind } from './facts'
import { findImport, isImportOf } from './queries'
import { buildPersonOrigin } from './steps/choose-people'

type Fact = typeof importFacts.$inferSelect

/** Returns false for facts of other kinds, or if no other import needs the fact. */
export async function handOverPerson(tx: Tx, fact: Fact): Promise<boolean> {
  if (fact.kind !== 'person' || fact.itemId === null) return false
  const { isNew } = fact.added as AddedByKind['person']
  const next = isNew
    ? await findOtherUser(tx, fact.itemId, fact.importId)
    : await findOtherChoice(tx, fact)
  if (!next) return false
  await tx.update(importFacts).set(next).where(eq(importFacts.id, fact.id))
  return true
}

const isOther = (importId: string) =>
  and(
    ne(imports.id, importId),
    isNull(imports.userId),
    notInArray(imports.state, ['reading', 'ready', 'undoing', 'undone']),
  )

/**
 * Finds another import that uses the account. Undoing that import then removes the account. Imports
 * of users into their own accounts are ignored.
 */
async function findOtherUser(tx: Tx, userId: string, importId: string) {
  const [other] = await tx
    .select({ importId: imports.id })
    .from(imports)
    .where(and(isOther(importId), isImportOf(userId)))
    .orderBy(desc(imports.id))
    .limit(1)
  return other
}

const maxImports = 50

/**
 * Finds the newest other import from the same installation that used an existing account for the
 * person. Ignores previews, because they do not use accounts.
 */
async function findOtherChoice(tx: Tx, { importId, origin }: Fact) {
  const own = await findImport(tx, importId)
  if (!own) return undefined
  const { kind, instance } = own
  const others = await tx
    .select({ id: imports.id, report: imports.report })
    .from(imports)
    .where(and(isOther(importId), eq(imports.kind, kind), eq(imports.instance, instance)))
    .orderBy(desc(imports.id))
    .limit(maxImports)
  for (const { id, report } of others) {
    if (report?.request?.isConfirmed === false) continue
    const person = report?.people.find((one) => buildPersonOrigin(own, one) === origin)
    const userId = person?.userId ?? null
    if (userId === null || !(await tx.$count(users, eq(users.id, userId)))) continue
    return { importId: id, userId, itemId: userId }
  }
  return undefined
}
