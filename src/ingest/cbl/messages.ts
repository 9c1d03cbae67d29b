import { defineMessages } from '../../platform/messages/message'

export const cblMessages = defineMessages('cbl', {
  not_cbl: 'This is not a reading list in CBL format',
  cut_off: 'The file ends in the middle of the list. Download or export it again.',
  smart_list:
    'This is a smart list: it has rules, but no entries. Only lists with entries can be imported.',
  declarations:
    'The file declares entities or a document type, which is not allowed in reading lists',
  too_large: 'The file is larger than {max} MB',
  too_many: 'The list has more than {max} entries',
  empty: 'The list has no entries',
  bad_choices: 'The choices are not valid',
  name_needed: 'is required for a new list',
  name_or_list: 'must be omitted if an existing list is replaced',
  entry_not_found: 'This missing entry is not in the list',
})

/** Reasons for and against a book, in addition to those from matching. */
export const cblReasonMessages = defineMessages('cbl.reason', {
  chosen: 'You chose this book earlier',
  chosen_series: 'You chose this series earlier',
  same_book: 'The list refers to this exact book',
  start_same: 'The series started in {year}',
  start_other: 'The series started in {year}, not in {wanted}',
  start_unknown: 'The start year of the series is unknown',
  released: 'Released in {year}',
  released_other: 'Released in {year}, not in {wanted}',
  no_year: 'The list does not specify a year',
  volume_other: 'It is a different volume of the series',
  id_other: 'It has a different ID in the same catalog',
  several: 'Several books match',
})
