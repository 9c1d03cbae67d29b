/** The words after a command: taken apart, or answered at once. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { CommandIo } from './config'
import { exitOk, exitUsage } from './exit-codes'

type Options = NonNullable<ParseArgsConfig['options']>

/** What parseArgs makes of words with these options. */
export type Said<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>
>

/**
 * `exit`: there is nothing left to do, because help was asked for or the words were wrong. `--help` is
 * always known.
 */
export function readWords<const O extends Options>(
  args: readonly string[],
  io: Pick<CommandIo, 'out' | 'err'>,
  { options, help, takesWords = false }: { options: O; help: string; takesWords?: boolean },
): Said<O> | { exit: number } {
  const known = { ...options, help: { type: 'boolean', short: 'h' } } as const
  try {
    const said = parseArgs({ args: [...args], options: known, allowPositionals: true })
    if ('help' in said.values && said.values.help) {
      io.out(help)
      return { exit: exitOk }
    }
    const [word] = said.positionals
    if (word !== undefined && !takesWords) throw new TypeError(`"${word}" is not expected here`)
    return said
  } catch (error) {
    io.err(`${(error as Error).message}\n\n${help}`)
    return { exit: exitUsage }
  }
}
