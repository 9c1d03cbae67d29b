export interface StatisticsSearch {
  year?: number
}

const isYear = (year: unknown): year is number =>
  Number.isInteger(year) && Number(year) > 1970 && Number(year) < 3000

/** Drops invalid years. */
export const readStatisticsSearch = ({ year }: Record<string, unknown>): StatisticsSearch =>
  isYear(year) ? { year } : {}
