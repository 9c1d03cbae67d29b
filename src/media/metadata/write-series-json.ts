/** Writes `series.json` in the format of the download tools that write it into series folders. */

export interface SeriesJsonValues {
  name: string
  publisher: string | null
  imprint: string | null
  year: number | null
  description: string | null
  totalIssues: number | null
  status: string | null
  ageRating: string | null
  language: string | null
  genres: readonly string[]
  tags: readonly string[]
}

const statuses: Record<string, string> = { ongoing: 'Continuing', ended: 'Ended' }

export function writeSeriesJson(values: SeriesJsonValues): string {
  const metadata = {
    type: 'comicSeries',
    name: values.name,
    publisher: values.publisher,
    imprint: values.imprint,
    year: values.year,
    description_text: values.description,
    total_issues: values.totalIssues,
    status: values.status === null ? null : (statuses[values.status] ?? null),
    age_rating: values.ageRating,
    language: values.language,
    genres: values.genres,
    tags: values.tags,
  }
  return `${JSON.stringify({ version: '1.0.2', metadata }, undefined, 2)}\n`
}
