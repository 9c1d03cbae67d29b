import { defineMessages } from '../../platform/messages/message'

export const correctionMessages = defineMessages('corrections', {
  not_found: 'Parsing rule not found',
  too_many: 'There are already {max} parsing rules. Delete one first.',
  invalid: 'The parsing rule is not valid',
  changes_nothing: 'must contain at least one of set, offset and countAs',
  series_required: 'must contain a series when grouping across folders',
  bad_texts: 'must not contain empty strings or invalid Unicode characters',
  needs_all_libraries: 'A parsing rule for all libraries requires access to all libraries',
})
