/** The greeting for an hour, 0 to 23. */
export function getGreeting(hour: number): 'Good Morning' | 'Good Afternoon' | 'Good Evening' | 'Good Night' {
  if (hour >= 5 && hour <= 11) return 'Good Morning';
  if (hour >= 12 && hour <= 16) return 'Good Afternoon';
  if (hour >= 17 && hour <= 20) return 'Good Evening';
  return 'Good Night';
}
