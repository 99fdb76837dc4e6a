/** Browsers list some cities by names that they no longer have (CLDR keeps the first name of each zone). */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  Asmera: 'Asmara',
  Calcutta: 'Kolkata',
  Faeroe: 'Faroe',
  Godthab: 'Nuuk',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Ponape: 'Pohnpei',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh',
  Truk: 'Chuuk',
};

/** `Berlin` of `Europe/Berlin` */
export function getCity(timeZone: string): string {
  const name = timeZone.slice(timeZone.lastIndexOf('/') + 1);
  return CURRENT_NAMES[name] ?? name.replaceAll('_', ' ');
}

/** `America/New York` */
export const formatZone = (timeZone: string): string =>
  `${timeZone.slice(0, timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')}${getCity(timeZone)}`;
