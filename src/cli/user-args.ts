/** The words of `quire user …`, apart from what they do: the settings are read before a table is imported. */
import { configFlags, configFlagsHelp } from '../platform/config/sources/flags'
import type { CommandIo } from './config'
import { readWords } from './words'

export const userHelp = `Usage: quire user create NAME EMAIL [--role reader|maintainer|admin]
       quire user list
       quire user set-password NAME
       quire user set-role NAME reader|maintainer|admin
       quire user deactivate NAME
       quire user activate NAME

NAME is a user name or an e-mail address. Passwords are asked for, or read from
standard input: echo "$PASSWORD" | quire user create ann ann@example.org

${configFlagsHelp}`

const options = {
  ...configFlags,
  role: { type: 'string', default: 'reader' },
} as const

/** NAME and the like are in `positionals`, the deed first. */
export const readUserWords = (args: readonly string[], io: Pick<CommandIo, 'out' | 'err'>) =>
  readWords(args, io, { options, help: userHelp, takesWords: true })
