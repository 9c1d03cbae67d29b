/** `quire user …`: manages accounts, with or without a running server. */
import type { Context } from '../../context'
import { invalid, Refusal } from '../../errors'
import { type Role, roles, system } from '../../accounts/permissions/model'
import { type CheckedMembers, findInvalidMembers, type User } from '../../accounts/users/model'
import { createLoginLink } from '../../accounts/users/sign-in/login-link'
import { disableTwoFactorOfUser } from '../../accounts/users/two-factor/service'
import { createUser, editUser, getUserByName, listUsers } from '../../accounts/users/service'
import type { CommandIo } from '../config'
import { exitFailure, exitOk, exitUsage } from '../exit-codes'
import { parseUserArgs, userHelp } from './user-args'
import { cliMessages } from '../messages'
import { renderMessage } from '../../platform/messages/message'

export interface UserCommandIo extends Pick<CommandIo, 'out' | 'err'> {
  /** Returns undefined if there is no input. */
  readonly readPassword: (question: string) => Promise<string | undefined>
}

interface Given {
  role: string
  'keep-other-sign-ins': boolean
}

type Action = (ctx: Context, io: UserCommandIo, words: string[], given: Given) => Promise<void>

const actions: Record<string, { words: number; run: Action }> = {
  create: { words: 2, run: create },
  list: { words: 0, run: list },
  'set-password': { words: 1, run: setPassword },
  'set-role': { words: 2, run: setRole },
  deactivate: { words: 1, run: (ctx, io, [name]) => setActive(ctx, io, name!, false) },
  'disable-two-factor': { words: 1, run: disableCodes },
  'login-link': { words: 1, run: printLoginLink },
  activate: { words: 1, run: (ctx, io, [name]) => setActive(ctx, io, name!, true) },
}

/**
 * Runs `quire user …`. Returns the exit code.
 * @param args The arguments after `user`.
 */
export async function runUserCommand(
  ctx: Context,
  args: readonly string[],
  io: UserCommandIo,
): Promise<number> {
  const parsed = parseUserArgs(args, io)
  if ('exit' in parsed) return parsed.exit
  const { values, positionals } = parsed
  const [name = '', ...words] = positionals
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) return usage(io, `Choose an action: ${Object.keys(actions).join(', ')}.`)
  if (words.length !== action.words) return usage(io, `Wrong arguments for "user ${name}".`)
  return perform(io, () => action.run(ctx, io, words, values))
}

function usage(io: UserCommandIo, message: string): number {
  io.err(`${message}\n\n${userHelp}`)
  return exitUsage
}

async function perform(io: UserCommandIo, run: () => Promise<void>): Promise<number> {
  try {
    await run()
    return exitOk
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const details = (error.details ?? []).map(
      ({ path, message }) => `  ${path} ${renderMessage(message)}\n`,
    )
    io.err(`${error.message}\n${details.join('')}`)
    return exitFailure
  }
}

async function create(ctx: Context, io: UserCommandIo, words: string[], { role: roleWord }: Given) {
  const [username, email] = words as [string, string]
  const role = parseRole(roleWord)
  const password = await askPassword(io)
  const user = { username, email, password, role }
  validateUser(user)
  const created = await createUser(ctx, system, user)
  io.out(`Created user ${created.username} (${created.role}).\n`)
}

async function setPassword(ctx: Context, io: UserCommandIo, words: string[], given: Given) {
  const user = await getUserByName(ctx, words[0]!)
  const password = await askPassword(io)
  validateUser({ ...user, password })
  // Loads all modules, because each registers what it revokes when a password changes.
  await import('../../api')
  const isKept = given['keep-other-sign-ins']
  await editUser(ctx, system, user.id, { password, removeOtherSignIns: !isKept })
  const deleted = isKept ? 'API keys' : 'API keys, passkeys, connected accounts and the PIN'
  io.out(
    `Changed the password of ${user.username}. All sessions were ended; ${deleted} were deleted.\n`,
  )
}

async function setRole(ctx: Context, io: UserCommandIo, words: string[]) {
  const [name, roleWord] = words as [string, string]
  const user = await getUserByName(ctx, name)
  const { username, role } = await editUser(ctx, system, user.id, { role: parseRole(roleWord) })
  io.out(`${username} now has the role ${role}.\n`)
}

async function setActive(ctx: Context, io: UserCommandIo, name: string, isActive: boolean) {
  const user = await getUserByName(ctx, name)
  await editUser(ctx, system, user.id, { isActive })
  io.out(`${user.username} ${isActive ? 'was activated' : 'was deactivated and signed out'}.\n`)
}

/** Prints a link for a user who can no longer sign in. Works regardless of the settings. */
async function printLoginLink(ctx: Context, io: UserCommandIo, words: string[]) {
  const user = await getUserByName(ctx, words[0]!)
  if (!user.isActive) {
    throw new Refusal('conflict', cliMessages.user_deactivated({ name: user.username }))
  }
  const token = await createLoginLink(ctx, system, user)
  const { public_url: publicUrl, port, base_path: basePath } = ctx.config.server
  const address = publicUrl?.replace(/\/+$/, '') ?? `http://localhost:${port}${basePath}`
  io.out(`This link signs you in as ${user.username}. It works once, within 15 minutes:\n`)
  io.out(`  ${address}/login#token=${token}\n`)
}

async function disableCodes(ctx: Context, io: UserCommandIo, words: string[]) {
  const user = await getUserByName(ctx, words[0]!)
  await disableTwoFactorOfUser(ctx, system, user.id)
  io.out(`${user.username} can now sign in without a code.\n`)
}

async function list(ctx: Context, io: UserCommandIo) {
  const pageSize = 500
  io.out('USERNAME\tEMAIL\tROLE\tSTATE\tLAST SIGN-IN\n')
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), pageSize: String(pageSize) }
    const { data, total } = await listUsers(ctx, query)
    io.out(data.map(formatUser).join(''))
    if (page * pageSize >= total) return
  }
}

function formatUser({ username, email, role, isActive, lastLoginAt }: User) {
  const state = isActive ? 'active' : 'deactivated'
  return `${[username, email, role, state, lastLoginAt?.toISOString() ?? 'never'].join('\t')}\n`
}

function parseRole(word: string): Role {
  const role = roles.find((candidate) => candidate === word)
  if (role) return role
  throw new Refusal('invalid', cliMessages.unknown_role({ role: word, roles: roles.join(', ') }))
}

async function askPassword(io: UserCommandIo): Promise<string> {
  const password = await io.readPassword('Password (at least 8 characters, not shown): ')
  if (password) return password
  throw new Refusal('invalid', cliMessages.no_password())
}

/** Throws for invalid members. The limits are the same as in the API. */
function validateUser(given: CheckedMembers) {
  const wrong = findInvalidMembers(given)
  if (wrong.length === 0) return
  const details = wrong.map(({ member, message }) => ({ path: member, message }))
  throw invalid(cliMessages.user_invalid(), details)
}
