import {
  anyText,
  boolean,
  id,
  instant,
  integer,
  integerText,
  list,
  long,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  record,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'
import { messageMembers, MessageView } from '../../platform/http/message-shapes'

const settingTypes = ['string', 'color', 'integer', 'boolean'] as const
export type SettingType = (typeof settingTypes)[number]
const settingSources = ['default', 'stored', 'file', 'environment', 'command_line'] as const
export type SettingSource = (typeof settingSources)[number]

const maxValueLength = 500

export const SettingView = named('Setting', {
  id: id('Derived from the key, so it never changes'),
  key: anyText({ description: 'The same as in the settings file, such as `branding.name`' }),
  value: anyText({ description: 'The value that applies now, as text; empty if there is none' }),
  valueType: oneOf(settingTypes),
  category: anyText({ description: 'First part of the key' }),
  description: anyText(),
  isSensitive: boolean({ description: 'Always false: secrets cannot be changed here' }),
  defaultValue: anyText(),
  minValue: nullable(long()),
  maxValue: nullable(long()),
  source: oneOf(settingSources, { description: '`stored` means that the value was set here' }),
  isReadOnly: boolean({
    description: 'True if a file, the environment or the command line overrides the stored value',
  }),
  readOnlyReason: nullable(MessageView),
  updatedAt: instant({
    description: 'Time of the last change here; if there was none, the time of the installation',
  }),
  updatedBy: nullable(id('ID of the user who made the last change')),
  version: integer({ minimum: 0, description: 'Number of changes made here' }),
})
export type SettingView = Static<typeof SettingView>

export const SettingsQuery = shape({
  category: optional(text(50, { description: 'Only settings of this category' })),
})

export const SettingParams = shape({ key: text(100) })

const changeReason = patchable(text(300, { description: 'Reason, for the history' }))
const newValue = text(maxValueLength, { description: 'The new value as text' })

export const SettingBody = named('SettingChange', { value: newValue, changeReason })
export type SettingBody = Static<typeof SettingBody>

export const SettingsBody = named('SettingChanges', {
  updates: list(shape({ key: text(100), value: newValue }), { minItems: 1, maxItems: 50 }),
  changeReason,
})
export type SettingsBody = Static<typeof SettingsBody>

export const SetupSettingsBody = named('SetupSettings', {
  settings: record(newValue, { description: 'New values by key' }),
  skipConfiguration: boolean({ description: 'If true, nothing is changed' }),
})
export type SetupSettingsBody = Static<typeof SetupSettingsBody>

export const ConfiguredSettings = named('ConfiguredSettings', {
  ...messageMembers(),
  settingsConfigured: long(),
})

export const HistoryQuery = shape({
  limit: optional(
    integerText({ minimum: 1, maximum: 200, default: 50, description: 'Number of changes' }),
  ),
})

export const SettingChangeView = named('SettingHistoryEntry', {
  id: id(),
  settingId: id(),
  key: anyText(),
  oldValue: anyText(),
  newValue: anyText(),
  changedBy: nullable(id('ID of the user; null if the server made the change')),
  changedByName: nullable(anyText({ description: 'Username at the time of the change' })),
  changedAt: instant(),
  changeReason: nullable(anyText()),
  ipAddress: nullable(anyText()),
})
export type SettingChangeView = Static<typeof SettingChangeView>

export const BrandingView = named('Branding', {
  applicationName: anyText(),
  accentColor: nullable(anyText({ description: 'Such as #2f6db5; null for the default' })),
})

export const PublicSettings = record(named('PublicSetting', { key: anyText(), value: anyText() }), {
  description: 'Settings that concern every user, keyed by their key',
})
