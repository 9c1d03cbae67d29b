import { defineEvent } from '../../platform/events/event'
import {
  anyText,
  boolean,
  id,
  instant,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
  text,
  type TSchema,
  unknown,
} from '../../platform/http/shapes'
import {
  type PreferenceKey,
  preferenceKeys,
  type ReaderKey,
  readerKeys,
  scopes,
} from './preference-keys'
import type { TObject, TOptional, TUnion, TNull } from '@sinclair/typebox'
import { messageMembers } from '../../platform/http/message-shapes'

const mapped = <Key extends string, Form>(
  schemas: Record<Key, TSchema>,
  form: (schema: TSchema) => Form,
) =>
  Object.fromEntries(
    Object.entries<TSchema>(schemas).map(([key, schema]) => [key, form(schema)]),
  ) as Record<Key, Form>

type Keys = typeof preferenceKeys
type PatchMembers = { [Key in keyof Keys]: TOptional<TUnion<[Keys[Key], TNull]>> }
type ShownMembers = { [Key in keyof Keys]: TOptional<Keys[Key]> }

const patchMembers = mapped<PreferenceKey, TSchema>(preferenceKeys, (schema) =>
  optional(nullable(schema)),
) as unknown as PatchMembers
const shownMembers = mapped<PreferenceKey, TSchema>(preferenceKeys, (schema) =>
  optional(schema),
) as unknown as ShownMembers

type ReaderKeys = typeof readerKeys
type ReaderMembers = { [Key in ReaderKey]: TOptional<ReaderKeys[Key]> }
type ReaderPatchMembers = { [Key in ReaderKey]: TOptional<TUnion<[ReaderKeys[Key], TNull]>> }

/** Any number of reader settings. */
export const ReaderValues = shape(
  mapped<ReaderKey, TSchema>(readerKeys, (schema) => optional(schema)) as unknown as ReaderMembers,
)
/** Changes to reader settings. null removes a setting. */
export const ReaderValuesPatch = shape(
  mapped<ReaderKey, TSchema>(readerKeys, (schema) =>
    optional(nullable(schema)),
  ) as unknown as ReaderPatchMembers,
)

/** Omitted members keep their values. null removes a preference. */
export const PreferenceValues = named('PreferenceValues', patchMembers)
export type PreferenceValues = Static<typeof PreferenceValues>

export const ScopeQuery = shape({
  scope: optional(oneOf(scopes, { description: 'What the preferences apply to; default: user' })),
  id: optional(id('ID of the library, series or book; omit for the user')),
})
export type ScopeQuery = Static<typeof ScopeQuery>

export const ScopedBody = named('ScopedPreferencesRequest', { preferences: PreferenceValues })
export const ScopedView = named('ScopedPreferences', {
  scope: oneOf(scopes),
  id: nullable(id()),
  preferences: shape(shownMembers),
})
export type ScopedView = Static<typeof ScopedView>

export const PreferenceView = named('UserPreference', {
  key: anyText(),
  value: unknown(),
  valueType: oneOf(['string', 'integer', 'float', 'boolean', 'json']),
  updatedAt: instant(),
})
export type PreferenceView = Static<typeof PreferenceView>
export const PreferencesView = named('UserPreferences', { preferences: list(PreferenceView) })
export const PreferencesBody = named('SetPreferencesRequest', { preferences: PreferenceValues })
export const PreferencesAnswer = named('UpdatedPreferences', {
  updated: long(),
  preferences: list(PreferenceView),
})
export const KeyParams = shape({ key: text(60) })
export const ValueBody = named('SetPreferenceRequest', { value: unknown() })
export const RemovedView = named('PreferenceRemoved', { deleted: boolean(), ...messageMembers() })

/** Sources of a reader setting, most specific first. */
const origins = [
  'book',
  'series',
  'profile',
  'library',
  'seriesMetadata',
  'libraryDirection',
  'user',
  'default',
] as const
export type Origin = (typeof origins)[number]

type Resolved<Schema extends TSchema> = TObject<{
  value: Schema
  source: ReturnType<typeof oneOf<typeof origins>>
}>
type ResolvedMembers = { [Key in keyof typeof readerKeys]: Resolved<(typeof readerKeys)[Key]> }
const resolvedMembers = mapped(readerKeys, (value) =>
  shape({ value, source: oneOf(origins) }),
) as unknown as ResolvedMembers

export const ReaderSettings = named('ReaderSettings', {
  bookId: id(),
  seriesId: id(),
  libraryId: id(),
  profile: nullable(shape({ id: id(), name: anyText() }), {
    description: 'The reading profile of the series',
  }),
  settings: shape(resolvedMembers),
})
export type ReaderSettings = Static<typeof ReaderSettings>

export const preferencesUpdated = defineEvent<{ userId: string }>('preferences_updated')
