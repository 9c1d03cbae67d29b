/**
 * Arguments of `quire user …`. They are separate from the actions, because settings must be loaded
 * before any table is imported.
 */
import { configFlags, configFlagsHelp } from '../../platform/config/sources/flags'
import type { CommandIo } from '../config'
import { parseCommandArgs } from '../arguments'

export const userHelp = `Usage: quire user create NAME EMAIL [--role reader|maintainer|admin]
       quire user list
       quire user set-password NAME [--keep-other-sign-ins]
       quire user set-role NAME reader|maintainer|admin
       quire user deactivate NAME
       quire user activate NAME
       quire user login-link NAME
       quire user disable-two-factor NAME

NAME is a username or an email address. Passwords are prompted for or read from
standard input: echo "$PASSWORD" | quire user create ann ann@example.org

A new password ends all sessions and deletes the user's API keys, passkeys,
connected accounts and PIN. --keep-other-sign-ins keeps all but sessions and keys.

${configFlagsHelp}`

const options = {
  ...configFlags,
  role: { type: 'string', default: 'reader' },
  'keep-other-sign-ins': { type: 'boolean', default: false },
} as const

/** Parses the arguments. `positionals` contains the action and its arguments. */
export const parseUserArgs = (args: readonly string[], io: Pick<CommandIo, 'out' | 'err'>) =>
  parseCommandArgs(args, io, { options, help: userHelp, takesWords: true })
