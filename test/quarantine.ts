/**
 * Tests that fail by chance, until the cause is found. They run as before, but their failures do
 * not count in `npm test`. At most ten entries; one that is older than 14 days fails
 * `npm run test:all`.
 */
export interface QuarantinedTest {
  /** Path of the test file, relative to the project. */
  file: string
  /** Names of the groups and of the test, joined with ` > `. */
  name: string
  /** Date of the entry, such as 2026-11-28. */
  since: string
  reason: string
}

export const quarantine: readonly QuarantinedTest[] = [
  {
    file: 'test/e2e/reading-touch.e2e.ts',
    name: 'a long press shows the bars instead of turning',
    since: '2026-11-30',
    reason:
      'Once, while other programs used both cores, the first tap in the middle did not hide the bars. 70 repetitions with a processor slowed down 1 to 16 times did not show it.',
  },
]
