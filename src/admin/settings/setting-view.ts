/** Describes a setting: its option, its current value and who changed it. */
import type { Config } from '../../platform/config/model'
import { getOption } from '../../platform/config/model'
import { getValue } from '../../platform/config/redact-config'
import type { Message } from '../../platform/messages/message'
import { withText } from '../../platform/messages/message'
import {
  isFixed,
  parseStored,
  type RunTimeKey,
  type StoredSettings,
} from '../../platform/settings/settings'
import { settingMessages } from './messages'
import type { SettingSource, SettingType, SettingView } from './model'

const settingNamespace = '0c4e8f5e-6a53-4a55-9a0f-5a8d6a3f7b21'

export const getSettingId = (key: RunTimeKey) => Bun.randomUUIDv5(key, settingNamespace)

export function buildSettingView(
  config: Config,
  stored: StoredSettings,
  { key, installedAt }: { key: RunTimeKey; installedAt: Date },
): SettingView {
  const option = getOption(key)
  const change = stored[key]
  const reason = findReadOnlyReason(config, key)
  return {
    id: getSettingId(key),
    key,
    value: toText(isFixed(config, key) ? getValue(config, key) : parseStored(stored, key)),
    valueType: getType(key),
    category: key.split('.')[0]!,
    description: option.description,
    isSensitive: false,
    defaultValue: toText(option.default),
    minValue: option.range?.min ?? null,
    maxValue: option.range?.max ?? null,
    source: getSource(config, stored, key),
    isReadOnly: reason !== undefined,
    readOnlyReason: reason ? withText(reason) : null,
    updatedAt: change ? new Date(change.updatedAt) : installedAt,
    updatedBy: change?.updatedBy ?? null,
    version: change?.version ?? 0,
  }
}

export function toText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function getType(key: RunTimeKey): SettingType {
  if (key === 'branding.color') return 'color'
  const value = getOption(key).default
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'number' ? 'integer' : 'string'
}

function getSource(config: Config, stored: StoredSettings, key: RunTimeKey): SettingSource {
  const place = config.setting_sources[key]
  if (place === undefined) return stored[key]?.text == null ? 'default' : 'stored'
  if (place === 'command line') return 'command_line'
  return place.startsWith('SERVICE_') ? 'environment' : 'file'
}

/** Returns undefined if administrators can change the setting while the server runs. */
export function findReadOnlyReason(config: Config, key: RunTimeKey): Message | undefined {
  const place = config.setting_sources[key]
  if (place === undefined) return undefined
  if (place === 'command line') return settingMessages.fixed_by_command_line()
  return place.startsWith('SERVICE_')
    ? settingMessages.fixed_by_environment({ name: place })
    : settingMessages.fixed_by_file({ place })
}
