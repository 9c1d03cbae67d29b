/** Saved filters for series and books in the API. */
import { defineEvent } from '../../platform/events/event'
import {
  anyText,
  freeForm,
  id,
  instant,
  list,
  named,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
  nameText,
} from '../../platform/http/shapes'

/** Maximum number of saved filters per user. */
export const maxPresets = 200

const Scope = (description?: string) =>
  oneOf(['global', 'library'], description === undefined ? {} : { description })
const Target = (description?: string) =>
  oneOf(['series', 'books'], description === undefined ? {} : { description })
const Name = () => nameText(100)

/** Fields that are set both when a filter is created and when it is replaced. */
const contents = {
  name: Name(),
  condition: freeForm(),
  query: patchable(text(200, { description: 'Search words' })),
  sort: patchable(text(60)),
  libraryId: patchable(
    id('ID of the library; required for the scope `library`, and not allowed otherwise'),
  ),
}

export const PresetCreation = named('FilterPresetCreation', {
  ...contents,
  scope: Scope('`global`: for all libraries; `library`: for one library'),
  target: Target(),
})
export type PresetCreation = Static<typeof PresetCreation>

export const PresetReplacement = named('FilterPresetReplacement', contents)
export type PresetReplacement = Static<typeof PresetReplacement>

export const PresetView = named('FilterPreset', {
  id: id(),
  name: anyText(),
  scope: Scope(),
  target: Target(),
  libraryId: nullable(id()),
  condition: freeForm(),
  query: nullable(anyText()),
  sort: nullable(anyText()),
  createdAt: instant(),
  updatedAt: instant(),
})
export type PresetView = Static<typeof PresetView>
export const PresetsView = named('FilterPresets', { presets: list(PresetView) })

export const PresetsQuery = shape({
  scope: optional(Scope('Only filters with this scope')),
  target: optional(Target('Only filters for this target')),
  libraryId: optional(id()),
})
export type PresetsQuery = Static<typeof PresetsQuery>

export const filterPresetsUpdated = defineEvent<{ userId: string }>('filter_presets_updated')
