/** Translates between Komga's library settings and Quire's. Pure. */
import type { LibraryPatch, LibraryView, NewLibrary } from '../../../catalog/libraries/model'
import {
  boolean,
  list,
  oneOf,
  patchable,
  shape,
  type Static,
  text,
} from '../../../platform/http/shapes'

const cronByInterval = {
  DISABLED: null,
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 0 * * *',
  WEEKLY: '0 0 * * 0',
} as const
type Interval = keyof typeof cronByInterval
const intervals = Object.keys(cronByInterval) as Interval[]

const settingShapes = {
  scanInterval: patchable(oneOf(intervals)),
  scanOnStartup: patchable(boolean()),
  scanDirectoryExclusions: patchable(list(text(1000), { maxItems: 500 })),
}

/** Settings that Quire does not have are ignored. */
export const LibraryUpdate = shape(
  { ...settingShapes, name: patchable(text(200)), root: patchable(text(4096)) },
  { additionalProperties: true },
)
type LibraryUpdate = Static<typeof LibraryUpdate>

export const LibraryCreation = shape(
  { ...settingShapes, name: text(200, { minLength: 1 }), root: text(4096, { minLength: 1 }) },
  { additionalProperties: true },
)

export function translateLibraryCreation(given: Static<typeof LibraryCreation>): NewLibrary {
  const { name, root } = given
  return { name, path: root, scanImmediately: true, ...translateSettings(given) }
}

/** `root` replaces all folders unless it is already the first one. */
export function translateLibraryUpdate(
  given: LibraryUpdate,
  present: Pick<LibraryView, 'path' | 'scanningConfig'>,
): LibraryPatch {
  const { name, root } = given
  return {
    ...(name && { name }),
    ...(root && root !== present.path && { path: root }),
    ...translateSettings(given),
  }
}

function translateSettings(given: LibraryUpdate) {
  const { scanInterval, scanOnStartup, scanDirectoryExclusions: exclusions } = given
  const scanningConfig = {
    ...(scanInterval && {
      enabled: scanInterval !== 'DISABLED',
      cronSchedule: cronByInterval[scanInterval],
    }),
    ...(typeof scanOnStartup === 'boolean' && { scanOnStart: scanOnStartup }),
  }
  const isScanningGiven = Object.keys(scanningConfig).length > 0
  return {
    ...(isScanningGiven && { scanningConfig }),
    ...(exclusions && {
      excludedPatterns: exclusions.length > 0 ? exclusions.map(escapeComment).join('\n') : null,
    }),
  }
}

/**
 * Escapes a leading #, which would otherwise start a comment. Komga excludes a folder called
 * `#recycle` by default.
 */
const escapeComment = (line: string) => line.replace(/^\s*#/, '[#]')

/** Schedules that Komga cannot express are shown as disabled. */
export const getScanInterval = ({ scanningConfig }: LibraryView): Interval =>
  (scanningConfig.enabled &&
    intervals.find((name) => cronByInterval[name] === scanningConfig.cronSchedule)) ||
  'DISABLED'

export const listExclusions = ({ excludedPatterns }: LibraryView): string[] =>
  (excludedPatterns ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^\[#\]/, '#'))
