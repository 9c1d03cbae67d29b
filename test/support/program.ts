/**
 * The program that tests start as a process of its own: the built one at QUIRE_TEST_PROGRAM, which
 * needs a fifth of the processor time to start, or else the source.
 */
import { resolve } from 'node:path'

export const builtProgram: string | undefined = process.env['QUIRE_TEST_PROGRAM']

export const programCommand: readonly string[] = builtProgram
  ? [builtProgram]
  : [process.execPath, resolve(import.meta.dir, '../../src/main.ts')]
