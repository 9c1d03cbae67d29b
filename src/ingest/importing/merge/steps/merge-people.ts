/** Finds or creates the account of each person. */
import { eq } from 'drizzle-orm'
import { applyRestrictions } from '../../../../accounts/access/restrictions'
import { system, type Viewer } from '../../../../accounts/permissions/model'
import { auditUser, describeNewUser } from '../../../../accounts/users/user-audit'
import { findFreeUsername } from '../../../../accounts/users/names/free-username'
import { foldName } from '../../../../accounts/users/names/fold-name'
import { isEmailTaken } from '../../../../accounts/users/names/free-names'
import { storeForeignHash } from '../../../../accounts/users/passwords/foreign-passwords'
import { noPassword } from '../../../../accounts/users/passwords/passwords'
import { users } from '../../../../accounts/users/schema'
import { insertUser } from '../../../../accounts/users/service'
import { Refusal } from '../../../../errors'
import type { Db, Tx } from '../../../../platform/db/store'
import type { MatchedSource } from '../../match/match-source'
import { importMessages, leftOutMessages } from '../../messages'
import { type ForeignPerson, type OpenSource, sourceNames } from '../../neutral-form'
import { buildOrigin } from '../facts'
import { type ImportedPerson, type ImportRun, runStep } from '../import-run'
import { findItemsOfOrigins, insertFacts } from '../queries'

export interface PeopleChoice {
  /** Accounts here by name or address there. An empty name leaves the person out. */
  users: ReadonlyMap<string, string>
  /** Names of people who stay administrators. */
  admins: ReadonlySet<string>
  /** Choices by ID there, in place of names. */
  byId?: ReadonlyMap<string, PersonChoice>
  /** Who imports into their own account. */
  viewer?: Viewer | undefined
}

interface PersonChoice {
  /** ID of the account here; null leaves the person out, `new` creates an account. */
  userId: string | null
  isAdmin: boolean
}

export interface ChosenPerson {
  person: ForeignPerson
  /** undefined for a new account. */
  account: { id: string; username: string } | undefined
  /** The account that an earlier import used for the person. */
  earlierId: string | undefined
  isAdmin: boolean
  /** Whether somebody imports into their own account, whoever it was in the source. */
  isOwn: boolean
}

const isNamed = ({ name, email }: ForeignPerson, given: string) =>
  foldName(given) === foldName(name) || (email !== '' && foldName(given) === foldName(email))

/** Throws if someone named a person or an account that does not exist. Writes nothing. */
export async function choosePeople(
  db: Db,
  source: OpenSource,
  choice: PeopleChoice,
): Promise<{ taken: ChosenPerson[]; leftOut: ForeignPerson[] }> {
  requireKnownPeople(source.people, choice)
  const accounts = await listAccounts(db)
  const earlier = await findItemsOfOrigins(
    db,
    source.people.map((person) => buildPersonOrigin(source, person)),
  )
  const findEarlier = (person: ForeignPerson) => earlier.get(buildPersonOrigin(source, person))
  const assigned = assignAccounts(source.people, choice, { accounts, findEarlier })
  const isOwn = choice.viewer !== undefined
  const taken: ChosenPerson[] = []
  const leftOut: ForeignPerson[] = []
  for (const person of source.people) {
    const account = assigned.get(person)
    if (account === null) leftOut.push(person)
    else {
      const isAdmin = person.isAdmin && staysAdmin(person, choice)
      taken.push({ person, account, earlierId: findEarlier(person), isAdmin, isOwn })
    }
  }
  return { taken, leftOut }
}

function requireKnownPeople(
  people: readonly ForeignPerson[],
  { users: accountNames, admins, byId }: PeopleChoice,
) {
  const isKnown = (name: string) => people.some((person) => isNamed(person, name))
  const hasId = (id: string) => people.some(({ foreignId }) => foreignId === id)
  const name =
    [...accountNames.keys(), ...admins].find((one) => !isKnown(one)) ??
    [...(byId?.keys() ?? [])].find((id) => !hasId(id))
  if (name !== undefined) throw new Refusal('invalid', importMessages.no_user({ name }))
}

const staysAdmin = (person: ForeignPerson, { admins, byId }: PeopleChoice) =>
  byId?.get(person.foreignId)?.isAdmin ?? [...admins].some((name) => isNamed(person, name))

interface Accounts {
  accounts: readonly Account[]
  /** Returns the ID of the account that an earlier import used. */
  findEarlier: (person: ForeignPerson) => string | undefined
}

/**
 * Returns null for people who are left out, and nothing for those who get a new account. Two people
 * have the same account only if someone chose it for both.
 */
function assignAccounts(
  people: readonly ForeignPerson[],
  choice: PeopleChoice,
  { accounts, findEarlier }: Accounts,
): Map<ForeignPerson, Account | null | undefined> {
  const assigned = new Map<ForeignPerson, Account | null | undefined>()
  for (const person of people) {
    const decided = findDecision(person, choice, accounts)
    const earlier = decided ? undefined : accounts.find(({ id }) => id === findEarlier(person))
    if (decided ?? earlier) assigned.set(person, decided ? decided.account : earlier)
  }
  const taken = new Set([...assigned.values()].map((account) => account?.id))
  // The address is more certain than the name.
  for (const isSame of [hasAddress, hasName]) {
    for (const person of people.filter((one) => !assigned.has(one))) {
      const account = accounts.find((one) => !taken.has(one.id) && isSame(one, person))
      if (!account) continue
      assigned.set(person, account)
      taken.add(account.id)
    }
  }
  return assigned
}

/** What someone chose for the person. The account is null for a person that is left out. */
function findDecision(
  person: ForeignPerson,
  { users: accountNames, byId }: PeopleChoice,
  accounts: readonly Account[],
): { account: Account | null | undefined } | undefined {
  const choice = byId?.get(person.foreignId)
  if (choice) return { account: chooseById(accounts, choice) }
  const [, name] = [...accountNames].find(([given]) => isNamed(person, given)) ?? []
  if (name === '') return { account: null }
  if (name !== undefined) {
    const key = foldName(name)
    const isSame = ({ usernameKey, emailKey }: Account) => [usernameKey, emailKey].includes(key)
    const account = accounts.find(isSame)
    if (!account) throw new Refusal('invalid', importMessages.no_account({ name }))
    return { account }
  }
  return person.needsChoice ? { account: null } : undefined
}

function chooseById(accounts: readonly Account[], { userId }: PersonChoice) {
  if (userId === null) return null
  if (userId === 'new') return undefined
  const account = accounts.find(({ id }) => id === userId)
  if (!account) throw new Refusal('invalid', importMessages.account_gone())
  return account
}

const buildPersonOrigin = (source: OpenSource, { foreignId }: ForeignPerson, again?: string) =>
  buildOrigin(source, 'person', foreignId, ...(again ? [again] : []))

type Account = Awaited<ReturnType<typeof listAccounts>>[number]

const listAccounts = (db: Db) =>
  db
    .select({
      id: users.id,
      username: users.username,
      usernameKey: users.usernameKey,
      emailKey: users.emailKey,
    })
    .from(users)

const hasAddress = ({ emailKey }: Account, { email }: ForeignPerson) =>
  email !== '' && emailKey === foldName(email)

const hasName = ({ usernameKey }: Account, { name }: ForeignPerson) =>
  usernameKey === foldName(name)

type PeopleRun = Omit<ImportRun, 'people'>

/** Creates missing accounts. Returns the people by ID there. */
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

/** The same person gets the same account again, whoever else is in the source then. */
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
    const username = await findFreeUsername(db, person.name)
    if (!tx || run.importId === null) return { id: null, username, isNew: true }
    const madeMeanwhile = await findMadeMeanwhile(tx, run.source, chosen)
    if (madeMeanwhile) return { ...madeMeanwhile, isNew: false }
    const values = {
      username,
      email: await chooseEmail(db, person),
      passwordHash: person.passwordHash ? storeForeignHash(person.passwordHash) : noPassword,
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
      // Someone chose a new account for a person who has one.
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

/** The account that another import of the same data made while this one was matching. */
async function findMadeMeanwhile(tx: Tx, source: OpenSource, { person, earlierId }: ChosenPerson) {
  const [id] = (await findItemsOfOrigins(tx, [buildPersonOrigin(source, person)])).values()
  if (id === undefined || id === earlierId) return undefined
  const [account] = await tx
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(eq(users.id, id))
  return account
}

/** An address that does not look like one, or that another account has, is left out. */
async function chooseEmail(db: Db, { email }: ForeignPerson) {
  const address = email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.length > 254) return ''
  return (await isEmailTaken(db, address)) ? '' : address
}

/**
 * The stricter side: a library here is shown only if all libraries there whose books it contains
 * are shown to the person there.
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
  // A person who may see only labels that are denied sees nothing.
  const seesNothing = allowedLabels.length > 0 && allowedTagIds.length === 0
  return {
    libraryIds: seesNothing ? [] : libraryIds === null ? null : visible,
    ageLimit: ageLimit?.age ?? null,
    hidesUnrated: ageLimit?.hidesUnrated ?? false,
    deniedTagIds,
    allowedTagIds,
  }
}
