import { defineEvent } from '../../platform/events/event'
import { FirstPageQuery } from '../../platform/http/pagination'
import {
  anyText,
  boolean,
  booleanText,
  freeForm,
  instant,
  id,
  list,
  literal,
  long,
  nullable,
  oneOf,
  optional,
  patchable,
  named,
  shape,
  type Static,
  text,
  nameText,
} from '../../platform/http/shapes'
import {
  bookStrategies,
  libraryTypes,
  numberStrategies,
  seriesStrategies,
} from '../../media/naming/settings'
import { MessageView } from '../../platform/http/message-shapes'

const directions = ['ltr', 'rtl', 'ttb', 'webtoon'] as const
const formats = ['cbz', 'cbr', 'cb7', 'cbt', 'epub', 'pdf', 'folder'] as const
const watchModes = ['on', 'off', 'auto'] as const
const scanModes = ['normal', 'deep'] as const

const maxRoots = 50
const FolderPath = () => text(4096, { minLength: 1, description: 'Absolute path of a folder' })

const ScanningConfigView = named('ScanningConfig', {
  enabled: boolean(),
  cronSchedule: nullable(anyText()),
  cronTimezone: nullable(anyText()),
  scanMode: oneOf(scanModes),
  scanOnStart: boolean(),
  purgeDeletedOnScan: literal(false),
})

const RootWatchView = named('RootWatch', {
  root: anyText({ description: 'Path of the folder' }),
  mode: oneOf(['events', 'polling', 'off']),
  reason: nullable(MessageView, { description: 'Reason why file system events are not used' }),
  everyMinutes: nullable(
    long({ description: 'Polling interval in minutes; null if the folder is not polled' }),
  ),
})
export type RootWatchView = Static<typeof RootWatchView>

export const LibraryView = named('Library', {
  id: id(),
  name: anyText(),
  description: nullable(anyText()),
  type: oneOf(libraryTypes),
  path: nullable(
    anyText({
      description: 'Path of the first folder; null without the permission libraries:write',
    }),
  ),
  paths: nullable(
    list(anyText(), {
      description: 'Paths of all folders; null without the permission libraries:write',
    }),
  ),
  isActive: boolean(),
  seriesStrategy: anyText(),
  seriesConfig: nullable(freeForm()),
  bookStrategy: anyText(),
  bookConfig: nullable(freeForm()),
  numberStrategy: anyText(),
  numberConfig: nullable(freeForm()),
  defaultReadingDirection: oneOf(directions),
  allowedFormats: nullable(list(anyText())),
  excludedPatterns: nullable(anyText()),
  followLinks: boolean(),
  scanningConfig: ScanningConfigView,
  watch: oneOf(watchModes),
  watching: nullable(
    list(RootWatchView, {
      description: 'One entry per folder; null without the permission libraries:write',
    }),
  ),
  state: oneOf(['available', 'unavailable', 'awaiting_confirmation']),
  stateReason: nullable(MessageView),
  bookCount: long(),
  seriesCount: long(),
  lastScannedAt: nullable(instant()),
  trashedAt: nullable(instant()),
  createdAt: instant(),
  updatedAt: instant(),
})
export type LibraryView = Static<typeof LibraryView>

const ScanningConfigInput = named('ScanningConfigBody', {
  enabled: optional(boolean()),
  cronSchedule: patchable(
    text(100, { description: 'Cron expression with five fields, such as "0 3 * * *"' }),
  ),
  cronTimezone: patchable(text(64, { description: 'IANA time zone, such as Europe/Berlin' })),
  scanMode: optional(oneOf(scanModes)),
  scanOnStart: optional(boolean()),
  purgeDeletedOnScan: optional(literal(false)),
})

/** Naming strategies: series, titles and numbers. */
const strategies = {
  seriesStrategy: optional(oneOf(seriesStrategies)),
  seriesConfig: patchable(freeForm()),
  bookStrategy: optional(oneOf(bookStrategies)),
  bookConfig: patchable(freeForm()),
  numberStrategy: optional(oneOf(numberStrategies)),
  numberConfig: patchable(freeForm()),
}
export const StrategiesBody = named('Strategies', strategies)
export type StrategiesBody = Static<typeof StrategiesBody>

const settings = {
  description: patchable(text(4000)),
  type: optional(oneOf(libraryTypes)),
  path: patchable(FolderPath()),
  paths: patchable(list(FolderPath(), { minItems: 1, maxItems: maxRoots })),
  ...strategies,
  defaultReadingDirection: patchable(oneOf(directions)),
  allowedFormats: patchable(
    list(text(10, { description: formats.join(', ') }), { minItems: 1, maxItems: 20 }),
  ),
  excludedPatterns: patchable(text(20_000, { description: 'One glob pattern per line' })),
  followLinks: optional(
    boolean({ description: 'Whether to follow symbolic links that point outside the library' }),
  ),
  scanningConfig: optional(ScanningConfigInput),
  watch: optional(oneOf(watchModes)),
}

export const NewLibrary = named('NewLibrary', {
  name: nameText(200),
  ...settings,
  scanImmediately: optional(boolean()),
})
export type NewLibrary = Static<typeof NewLibrary>

export const LibraryPatch = named('LibraryPatch', {
  name: patchable(nameText(200)),
  isActive: patchable(boolean()),
  ...settings,
})
export type LibraryPatch = Static<typeof LibraryPatch>
export type LibrarySettings = Omit<LibraryPatch, 'name' | 'isActive'>

export const LibrariesQuery = shape({
  ...FirstPageQuery,
  trashed: optional(
    booleanText({
      description: 'Whether to list only libraries in the trash; by default, they are left out',
    }),
  ),
})
export const Libraries = list(LibraryView)

export const BrowseQuery = shape({
  path: optional(
    text(4096, {
      description: 'Path of the folder to list; if omitted, the starting points are listed',
    }),
  ),
  search: optional(text(200, { description: 'Only folders whose name contains this text' })),
})
export const BrowseView = named('Folder', {
  currentPath: anyText(),
  parentPath: nullable(anyText()),
  entries: list(
    shape({
      name: anyText(),
      path: anyText(),
      isDirectory: boolean(),
      isReadable: boolean(),
    }),
  ),
  truncated: boolean(),
})
export type BrowseView = Static<typeof BrowseView>

export const isKnownFormat = (format: string) =>
  (formats as readonly string[]).includes(format.toLowerCase())
export const knownFormats: readonly string[] = formats

interface LibraryRef {
  libraryId: string
}
export const libraryCreated = defineEvent<LibraryRef>('library_created')
export const libraryUpdated = defineEvent<LibraryRef>('library_updated')
export const libraryDeleted = defineEvent<LibraryRef>('library_deleted')
