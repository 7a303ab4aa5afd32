/** Times as C's `ctime` writes them, which is what the reference implementation shows. */

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * `Mon Nov 30 21:54:00 2026`, `Tue Dec  1 ...`: local time, the day padded with a space. For a time that the calendar of
 * JavaScript does not reach it is the number itself.
 */
export function calendarText(unixSeconds: number): string {
  const date = new Date(Math.floor(unixSeconds) * 1000)
  if (Number.isNaN(date.getTime())) return String(unixSeconds)
  const weekday = weekdays[date.getDay()] ?? ''
  const month = months[date.getMonth()] ?? ''
  const day = String(date.getDate()).padStart(2)
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')
  return `${weekday} ${month} ${day} ${time} ${date.getFullYear()}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
