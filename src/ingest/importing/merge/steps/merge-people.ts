/** Creates the accounts of people who have none yet. */
import { eq } from 'drizzle-orm'
import { applyRestrictions } from '../../../../accounts/access/restrictions'
import { system } from '../../../../accounts/permissions/model'
import { auditUser, describeNewUser } from '../../../../accounts/users/user-audit'
import { findFreeUsername } from '../../../../accounts/users/names/free-username'
import { foldName } from '../../../../accounts/users/names/fold-name'
import { isEmailTaken } from '../../../../accounts/users/names/free-names'
import { formatForeignHash } from '../../../../accounts/users/passwords/foreign-passwords'
import { noPassword } from '../../../../accounts/users/passwords/passwords'
import { users } from '../../../../accounts/users/schema'
import { insertUser } from '../../../../accounts/users/service'
import type { Db, Tx } from '../../../../platform/db/store'
import type { MatchedSource } from '../../match/match-source'
import { leftOutMessages } from '../../messages'
import { type ForeignPerson, type OpenSource, sourceNames } from '../../neutral-form'
import { type ImportedPerson, type ImportRun, runStep } from '../import-run'
import { findItemsOfOrigins, insertFacts, isFactOfImport } from '../queries'
import { buildPersonOrigin, type choosePeople, type ChosenPerson } from './choose-people'

type PeopleRun = Omit<ImportRun, 'people'>

/** Creates missing accounts. Returns the people by ID in the other program. */
export async function mergePeople(
  run: PeopleRun,
  { taken, leftOut }: Awaited<ReturnType<typeof choosePeople>>,
  tagIds: ReadonlyMap<string, string>,
): Promise<Map<string, ImportedPerson>> {
  const people = new Map<string, ImportedPerson>()
  for (const chosen of taken) {
    const { person } = chosen
    const account = (await useAccount(run, chosen)) ?? (await createAccount(run, chosen, tagIds))
    const { isNew } = account
    const keepsPassword = isNew && person.passwordHash !== null
    const counts = { completed: {}, positions: {} }
    const names = { ...describeForeign(person), account: account.username }
    const userId = chosen.account?.id ?? null
    const report = { ...names, userId, isNew, keepsPassword, ...counts }
    run.report.people.push(report)
    people.set(person.foreignId, { person, report, userId: account.id })
    if (isNew && !keepsPassword) run.report.leftOut.push(describeNoPassword(run, person))
  }
  for (const person of leftOut) {
    const { name, needsChoice } = person
    if (needsChoice) run.report.leftOut.push(leftOutMessages.of_nobody({ person: name }))
    const nothing = { isNew: false, keepsPassword: false, completed: {}, positions: {} }
    run.report.people.push({ ...nothing, ...describeForeign(person), userId: null, account: null })
  }
  return people
}

const describeForeign = ({ foreignId, name, isAdmin }: ForeignPerson) => ({
  foreignId,
  name,
  isAdmin,
})

const describeNoPassword = ({ source }: PeopleRun, { name: person }: ForeignPerson) =>
  leftOutMessages.no_password({ name: sourceNames[source.kind], person })

/**
 * Records the account that is used for a person, so that later imports use it again, regardless of
 * the other people in the source. Returns undefined if the account does not exist yet.
 */
async function useAccount(run: PeopleRun, { account, earlierId, person, isOwn }: ChosenPerson) {
  if (!account) return undefined
  const { importId } = run
  if (importId !== null && earlierId === undefined && !isOwn) {
    const fact = {
      importId,
      origin: buildPersonOrigin(run.source, person),
      kind: 'person' as const,
      userId: account.id,
      itemId: account.id,
      added: { isNew: false },
    }
    await runStep(run, async (_, tx) => tx && insertFacts(tx, [fact]))
  }
  return { ...account, isNew: false }
}

function createAccount(run: PeopleRun, chosen: ChosenPerson, tagIds: ReadonlyMap<string, string>) {
  const { person, isAdmin } = chosen
  return runStep(run, async (db, tx) => {
    const planned = run.report.people.flatMap(({ isNew, account }) => (isNew && account) || [])
    const username = await findFreeUsername(db, person.name, tx ? [] : planned)
    if (!tx || run.importId === null) return { id: null, username, isNew: true }
    const made = await findMade(tx, run.source, { ...chosen, importId: run.importId })
    if (made) return { ...made, isNew: false }
    const values = {
      username,
      email: await chooseEmail(db, person),
      passwordHash: person.passwordHash ? formatForeignHash(person.passwordHash) : noPassword,
      role: isAdmin ? ('admin' as const) : ('reader' as const),
      permissions: [],
      libraryIds: null,
      ageLimit: null,
      hidesUnrated: false,
    }
    const user = await insertUser(tx, values)
    const changes = describeNewUser(values)
    await auditUser(run.ctx, tx, system, { user, action: 'create_user', changes })
    if (!isAdmin) {
      const patch = buildRestrictions(person, run.matched, tagIds)
      await applyRestrictions(run.ctx, tx, system, { userId: user.id, patch })
    }
    const fact = {
      importId: run.importId,
      // The origin contains the import ID if someone chose a new account for a person who already
      // has one.
      origin: buildPersonOrigin(run.source, person, chosen.earlierId && run.importId),
      kind: 'person' as const,
      userId: user.id,
      itemId: user.id,
      added: { isNew: true },
    }
    await insertFacts(tx, [fact])
    return { id: user.id, username, isNew: true }
  })
}

/**
 * Finds the account that another import of the same data created while this one was matching, or
 * that this import created before it was interrupted.
 */
async function findMade(
  tx: Tx,
  source: OpenSource,
  { person, earlierId, importId }: ChosenPerson & { importId: string },
) {
  const origin = buildPersonOrigin(source, person)
  const again = buildPersonOrigin(source, person, importId)
  const found = await findItemsOfOrigins(tx, [origin, again])
  const id = found.get(again) ?? found.get(origin)
  if (id === undefined) return undefined
  if (id === earlierId && !(await isFactOfImport(tx, origin, importId))) return undefined
  const [account] = await tx
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(eq(users.id, id))
  return account
}

/** Leaves out an address that is invalid or that belongs to another account. */
async function chooseEmail(db: Db, { email }: ForeignPerson) {
  const address = email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 254) return ''
  return (await isEmailTaken(db, address)) ? '' : address
}

/**
 * Applies the stricter rule: a library here is shown only if the person can see all libraries of
 * the other program whose books it contains.
 */
function buildRestrictions(
  { libraryIds, ageLimit, deniedLabels, allowedLabels }: ForeignPerson,
  { libraries }: MatchedSource,
  tagIds: ReadonlyMap<string, string>,
) {
  const visible = [...libraries].flatMap(([id, foreign]) =>
    [...foreign].every((one) => libraryIds?.includes(one)) ? id : [],
  )
  const toTags = (labels: readonly string[]) => [
    ...new Set(labels.flatMap((label) => tagIds.get(foldName(label.trim())) ?? [])),
  ]
  const deniedTagIds = toTags(deniedLabels)
  const allowedTagIds = toTags(allowedLabels).filter((id) => !deniedTagIds.includes(id))
  // A person who may see only denied labels sees nothing.
  const seesNothing = allowedLabels.length > 0 && allowedTagIds.length === 0
  return {
    libraryIds: seesNothing ? [] : libraryIds === null ? null : visible,
    ageLimit: ageLimit?.age ?? null,
    hidesUnrated: ageLimit?.hidesUnrated ?? false,
    deniedTagIds,
    allowedTagIds,
  }
}
