import { PageOf, PageQuery } from '../../platform/http/pagination'
import {
  boolean,
  id,
  instant,
  integer,
  named,
  number,
  nullable,
  oneOf,
  optional,
  patchable,
  shape,
  type Static,
  text,
} from '../../platform/http/shapes'

const line = () => text(500)
const big = 1_000_000

const Change = named(
  'NameChange',
  {
    set: optional(
      named('NameValues', {
        series: optional(text(500, { minLength: 1 })),
        title: optional(text(500, { minLength: 1 })),
        volume: patchable(integer({ minimum: 0, maximum: big })),
        chapter: patchable(number({ minimum: 0, maximum: big })),
        year: patchable(integer({ minimum: 0, maximum: 9999 })),
        edition: patchable(line()),
      }),
    ),
    offset: optional(
      named('NumberOffset', {
        volume: optional(integer({ minimum: -big, maximum: big })),
        chapter: optional(number({ minimum: -big, maximum: big })),
      }),
    ),
    countAs: optional(oneOf(['volume', 'chapter'])),
    acrossFolders: optional(boolean()),
  },
  {
    description:
      'set: sets fixed values; null removes a value. offset: adds to the numbers. countAs: treats the number as a volume or chapter. acrossFolders: combines the books of all folders into one series; requires a series.',
  },
)

export type StoredChange = Static<typeof Change>

const rule = {
  match: oneOf(['text', 'glob']),
  pattern: text(500, {
    minLength: 1,
    description: 'text: matches the complete name. glob: `*` matches any text, `?` one character',
  }),
  on: oneOf(['file', 'folder', 'path']),
  change: Change,
}

export const NewNameRule = named('NewNameRule', {
  libraryId: patchable(
    id('ID of the only library that the rule applies to; omit for all libraries'),
  ),
  ...rule,
})
export type NewNameRule = Static<typeof NewNameRule>

export const NameRulePatch = named('NameRulePatch', {
  match: optional(rule.match),
  pattern: optional(rule.pattern),
  on: optional(rule.on),
  change: optional(rule.change),
})
export type NameRulePatch = Static<typeof NameRulePatch>

export const NameRuleView = named('NameRule', {
  id: id(),
  libraryId: nullable(id()),
  ...rule,
  createdAt: instant(),
  updatedAt: instant(),
})

export const NameRulePage = PageOf(NameRuleView)
export const NameRulesQuery = shape({
  ...PageQuery,
  libraryId: optional(id('Only rules that apply to this library')),
})
