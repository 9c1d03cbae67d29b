/**
 * The program that tests start as a separate process: the built one at QUIRE_TEST_PROGRAM, which
 * starts with a fifth of the CPU time, or the source if the variable is not set.
 */
import { resolve } from 'node:path'

export const builtProgram: string | undefined = process.env['QUIRE_TEST_PROGRAM']

export const programCommand: readonly string[] = builtProgram
  ? [builtProgram]
  : [process.execPath, resolve(import.meta.dir, '../../src/main.ts')]
