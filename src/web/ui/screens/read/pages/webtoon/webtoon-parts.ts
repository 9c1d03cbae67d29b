/** Code that only strips use, bundled in one file. */
export { AutoScrollBar } from './auto-scroll'
export { checkSlices } from './check-slices'
export { StripEnd } from './strip-end'
export { WebtoonQuestion } from './webtoon-question'
