/** Returns the IANA name of the browser's time zone, read each time: a traveller's changes while the page is open. */
export const localTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
