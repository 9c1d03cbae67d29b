import {
  anyText,
  id,
  instant,
  integerText,
  list,
  named,
  nullable,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

/**
 * The device's position in the text. Quire interprets only `Source`, which names a part of the
 * book.
 */
export interface KoboLocation {
  Source: string
  Type: string
  Value: string
}

const maxLibraries = 1_000
const libraryIds = () =>
  nullable(list(id(), { maxItems: maxLibraries }), {
    description: 'IDs of the libraries that sync; null means all libraries that you can see',
  })

const deviceMembers = {
  id: id(),
  name: anyText(),
  libraryIds: libraryIds(),
  lastUsedAt: nullable(instant()),
  createdAt: instant(),
}
export const KoboDevice = named('KoboDevice', deviceMembers)
export type KoboDevice = Static<typeof KoboDevice>
export const KoboDevices = list(KoboDevice)

export const NewKoboDevice = named('NewKoboDevice', {
  ...deviceMembers,
  key: anyText({ description: 'Key of the device; returned only in this response' }),
  path: anyText({
    description:
      "Path to append to the server address in the device's `api_endpoint` setting. Contains the key; returned only in this response.",
  }),
})
export type NewKoboDevice = Static<typeof NewKoboDevice>

const deviceName = () => text(100, { minLength: 1, description: 'Name of the device' })
export const KoboDeviceCreation = named('KoboDeviceCreation', {
  name: deviceName(),
  libraryIds: patchable(list(id(), { maxItems: maxLibraries })),
})
export type KoboDeviceCreation = Static<typeof KoboDeviceCreation>

export const KoboDevicePatch = named('KoboDevicePatch', {
  name: patchable(deviceName()),
  libraryIds: patchable(
    list(id(), {
      maxItems: maxLibraries,
      description: 'IDs of the libraries that sync; null means all libraries that you can see',
    }),
  ),
})
export type KoboDevicePatch = Static<typeof KoboDevicePatch>

export const KoboDeletedBook = named('KoboDeletedBook', {
  id: id(),
  title: anyText(),
  seriesName: anyText(),
})
export type KoboDeletedBook = Static<typeof KoboDeletedBook>
export const KoboDeletedBooks = list(KoboDeletedBook)
export const KoboDeletedBookParams = shape({ id: id(), bookId: id() })

/** Accepts any text, because the handler checks whether the key exists. */
const key = () => text(200)
export const KoboParams = shape({ key: key() })
export const KoboBookParams = shape({ key: key(), id: id() })
const pixels = () => integerText({ minimum: 1, maximum: 10_000 })
const ignored = () => optional(text(20))
export const KoboImageParams = shape({
  key: key(),
  id: text(50, {
    minLength: 36,
    description: 'ID of the book, and part of the hash of its cover',
  }),
  width: pixels(),
  height: pixels(),
  quality: ignored(),
  grey: ignored(),
})
export const UnknownCallParams = shape({ key: key(), '*': text(4000) })
