/** What only strips need, in one script. */
export { AutoScrollBar } from './auto-scroll'
export { checkSlices } from './check-slices'
export { StripEnd } from './strip-end'
export { WebtoonQuestion } from './webtoon-question'
