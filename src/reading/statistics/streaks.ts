/** Computes streaks of consecutive days. Pure. Days are unique numbers in ascending order. */

export function findLongestStreak(days: readonly number[]): number {
  let longest = 0
  let current = 0
  for (const [place, day] of days.entries()) {
    current = days[place - 1] === day - 1 ? current + 1 : 1
    longest = Math.max(longest, current)
  }
  return longest
}

/** Finds the current streak. Not reading today does not end it until the day is over. */
export function findCurrentStreak(days: readonly number[], today: number): number {
  const read = new Set(days)
  let day = read.has(today) ? today : today - 1
  let streak = 0
  while (read.has(day)) {
    streak += 1
    day -= 1
  }
  return streak
}
