/** Modules take the time and their timers from `ctx.clock` (src/platform/lib/clock.ts). */

const timeSources = /\bDate\.now\(\)|\bnew Date\(\)|\bset(?:Timeout|Interval)\(|\bBun\.sleep/

/**
 * The platform, the command line and the decoders have no context. Workers and sandboxed programs
 * are processes or threads of their own.
 */
const withoutClock = /^src\/(?:platform|cli|media|ingest\/sandbox|web\/ui)\/|\.worker\.ts$/

export const findTimeSources = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts]
    .filter(([file, text]) => !withoutClock.test(file) && timeSources.test(text))
    .map(([file]) => file)
    .toSorted()
