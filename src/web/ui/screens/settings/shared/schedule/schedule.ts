/** Schedules offered in the form: daily or weekly. */
interface Schedule {
  hour: number
  /** 0 is Sunday; undefined means every day. */
  day?: number
}

/** Returns undefined for custom expressions. */
export function readSchedule(cron: string): Schedule | undefined {
  const found = /^0 (\d{1,2}) \* \* (\*|[0-6])$/.exec(cron.trim())
  if (!found) return undefined
  const hour = Number(found[1])
  if (hour > 23) return undefined
  return found[2] === '*' ? { hour } : { hour, day: Number(found[2]) }
}

export const writeSchedule = ({ hour, day }: Schedule) => `0 ${hour} * * ${day ?? '*'}`
