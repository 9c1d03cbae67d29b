import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { CommandIo } from './config'
import { exitOk, exitUsage } from './exit-codes'

type Options = NonNullable<ParseArgsConfig['options']>

/** The result of `parseArgs` for the given options. */
export type ParsedArgs<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>

/**
 * Parses the arguments of a command. `--help` is always accepted. Returns `exit` if help was
 * printed or the arguments are invalid.
 */
export function parseCommandArgs<const O extends Options>(
  args: readonly string[],
  io: Pick<CommandIo, 'out' | 'err'>,
  { options, help, takesWords = false }: { options: O; help: string; takesWords?: boolean },
): ParsedArgs<O> | { exit: number } {
  const known = { ...options, help: { type: 'boolean', short: 'h' } } as const
  try {
    const parsed = parseArgs({ args: [...args], options: known, allowPositionals: true })
    if ('help' in parsed.values && parsed.values.help) {
      io.out(help)
      return { exit: exitOk }
    }
    const [word] = parsed.positionals
    if (word !== undefined && !takesWords) throw new TypeError(`unexpected argument "${word}"`)
    return parsed
  } catch (error) {
    io.err(`${(error as Error).message}\n\n${help}`)
    return { exit: exitUsage }
  }
}

/** Quotes an argument so that users can copy the command into a shell. */
export const quoteArgument = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
