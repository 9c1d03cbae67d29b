/** What the fields with few values may be. */
import { directionWords, seriesStatusWords } from '../work/names'

const statuses = ['ongoing', 'ended', 'hiatus', 'abandoned'] as const
const directions = ['ltr', 'rtl', 'ttb', 'webtoon'] as const

export const statusChoices = () =>
  statuses.map((value) => ({ value, label: seriesStatusWords(value) }))

export const directionChoices = () =>
  directions.map((value) => ({ value, label: directionWords(value) ?? value }))
