import { defineMessages } from '../../platform/messages/message'

/** Reasons for and against a candidate. */
export const reasonMessages = defineMessages('matching.reason', {
  title_same: 'Same title: “{title}”',
  title_similar: 'Similar title: “{title}”',
  medium_same: 'Same medium',
  medium_other: 'Different medium ({format})',
  format_same: 'Same kind of publication ({format})',
  format_other: 'Different kind of publication ({format})',
  library_same: 'Fits the type of the library',
  library_other: 'Does not fit the type of the library ({format})',
  year_same: 'Same year ({year})',
  year_other: 'Different year ({year})',
  year_later: 'Started in {year}, after this edition',
  people_same: 'Same authors',
  people_other: 'Different authors ({authors})',
  publisher_same: 'Same publisher ({publisher})',
  volumes_same: 'Same number of volumes ({count})',
  volumes_near: '{owned} of {count} volumes here',
  volumes_more: '{owned} volumes here, but only {count} exist',
  chapters_same: 'Same number of chapters ({count})',
  chapters_near: '{owned} of {count} chapters here',
  chapters_more: '{owned} chapters here, but only {count} exist',
  one_shot: 'A single volume',
  known_id: 'The files of this series name its ID',
})

export const decisionMessages = defineMessages('matching.decision', {
  sure: 'Only this one fits',
  nothing_similar: 'Nothing similar was found',
  not_similar: 'Not similar enough',
  ambiguous: '“{title}” fits nearly as well',
  other_year: 'It started in {year}, in another year than this series',
  too_short: 'Such a short title needs more evidence',
})
