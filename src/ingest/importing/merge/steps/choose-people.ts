/** Chooses the account of each person, and the people who are left out. */
import type { Viewer } from '../../../../accounts/permissions/model'
import { foldName } from '../../../../accounts/users/names/fold-name'
import { users } from '../../../../accounts/users/schema'
import { Refusal } from '../../../../errors'
import type { Db } from '../../../../platform/db/store'
import { importMessages } from '../../messages'
import type { ForeignPerson, OpenSource } from '../../neutral-form'
import { buildOrigin } from '../facts'
import { findItemsOfOrigins } from '../queries'

export interface PeopleChoice {
  /**
   * Accounts on this server by name or email address in the other program. An empty account name
   * leaves the person out.
   */
  users: ReadonlyMap<string, string>
  /** Names of people who stay administrators. */
  admins: ReadonlySet<string>
  /** Choices by ID in the other program, used instead of names. */
  byId?: ReadonlyMap<string, PersonChoice>
  /** The user who imports into their own account. */
  viewer?: Viewer | undefined
}

interface PersonChoice {
  /** ID of the account on this server; null leaves the person out, `new` creates an account. */
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
  /** Whether a user imports into their own account, regardless of the person in the source. */
  isOwn: boolean
}

const isNamed = ({ name, email }: ForeignPerson, given: string) =>
  foldName(given) === foldName(name) || (email !== '' && foldName(given) === foldName(email))

/** Throws if a named person or account does not exist. Writes nothing. */
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
 * Assigns null to people who are left out, and nothing to those who get a new account. Two people
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
  // Compares addresses first, because they are more certain than names.
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

/** Returns the choice for the person. The account is null for a person who is left out. */
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

export const buildPersonOrigin = (
  source: Pick<OpenSource, 'kind' | 'instance'>,
  { foreignId }: Pick<ForeignPerson, 'foreignId'>,
  again?: string,
) => buildOrigin(source, 'person', foreignId, ...(again ? [again] : []))

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
