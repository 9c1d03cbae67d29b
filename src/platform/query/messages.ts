import { defineMessages } from '../../platform/messages/message'

export const conditionMessages = defineMessages('condition', {
  invalid: 'The condition is not valid',
  too_deep: 'is nested more than {max} levels deep',
  too_many_parts: 'exceeds the limit of {max} parts',
  too_many_fields: 'exceeds the limit of {max} fields',
  unknown_field: 'is not a known field. Known fields: {known}',
  one_member: 'must have exactly one property: allOf, anyOf, not or the name of a field',
})
