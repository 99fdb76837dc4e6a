import { INVALID_MOBILE } from '@dayloom/contracts';
import type { PhoneNumber } from 'libphonenumber-js';
import { AppError } from '#platform/errors.ts';

/** In countries with +1, the number does not show whether it is a mobile one, so the library reports either type. */
const MOBILE_TYPES = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];
/** The countries that share +1: a fictional area code belongs to none of them. */
const NORTH_AMERICA = '1';

/**
 * The number to send to, in E.164. Throws with a specific message for each reason. The sandbox also accepts
 * fictional numbers, such as those of area code 555, because it sends nothing.
 */
export function decideMobile(
  parsed: PhoneNumber | undefined,
  { countries, isSandbox }: { countries: readonly string[]; isSandbox: boolean },
): string {
  if (!parsed?.isPossible()) throw refusal(INVALID_MOBILE);
  const { country } = parsed;
  if (country === undefined) {
    const isMadeUp = parsed.countryCallingCode === NORTH_AMERICA;
    if (isMadeUp && isSandbox && countries.includes('US')) return parsed.number;
    throw refusal(
      isMadeUp
        ? 'There is no such phone number. Check its digits.'
        : 'Numbers of this country are not supported here.',
    );
  }
  if (!countries.includes(country)) {
    throw refusal(
      `${getCountryName(country)} numbers are not supported here. Use a mobile number from: ${countries.map(getCountryName).join(', ')}.`,
    );
  }
  if (!parsed.isValid()) throw refusal('There is no such phone number. Check its digits.');
  if (!MOBILE_TYPES.includes(parsed.getType() ?? ''))
    throw refusal('This number cannot get text messages. Use a mobile number.');
  return parsed.number;
}

function refusal(message: string): AppError {
  return new AppError('invalid_request', message, { fields: { mobile: message } });
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function getCountryName(country: string): string {
  return countryNames.of(country) ?? country;
}
