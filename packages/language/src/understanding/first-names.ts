/** First names that are common in English, so that a name in lower case is known as one. */
export const NAMES: ReadonlySet<string> = new Set(
  `aaron abigail adam ahmed aisha akira alan albert alex alexander alexis alfie ali alice amanda amber amit amy
   ana andrea andrew andy angela anil anjali ann anna anthony archie arjun arthur ashley austin ava avery
   barbara ben benjamin beth betty bill billy bob bobby boris brad bradley brandon brenda brian brittany bruce
   bryan camille carl carlos carmen carol carolyn casey catherine chad charles charlie charlotte chen cheryl
   chloe chris christian christina christine christopher claire clara craig cynthia daisy dale dan dana daniel
   danielle dave david deborah debra deepak denise dennis diana diane diego dmitri donald donna dorothy doug
   douglas dylan edward elena elijah elizabeth ella ellie emily emma eric ethan eugene evelyn fatima felix
   frances francesca frank fred gabriel gary george gerald gina giulia glen gloria grace greg gregory greta
   hannah hans harold harry hassan heather helen henry hiro hugo ian igor ingrid isabella ivan jack jacob
   jacqueline jacques jake james jamie jane janet janice jason jean jeff jeffrey jen jennifer jenny jeremy
   jerry jess jesse jessica jim joan joanna joe john jonathan jordan jorge jose joseph josh joshua joyce juan
   juana judith judy julia julie jun justin karen karl kate katherine kathleen kathryn katie kayla keith kelly
   kenji kenneth kevin kim kimberly kiran klaus kyle larry lars laura lauren lawrence lea lee leo li liam lily
   lin linda lisa liz logan lori luca lucas lucia lucy luis luke madison marco margaret maria marie marilyn
   mark marta martha mary mason matt matthew max meg megan mei melissa mia michael michelle miguel mike ming
   mohammed molly morgan nancy naomi natalie natasha nathan neha neil nicholas nick nicole nina noah nora olga
   oliver olivia omar oscar pablo pamela paolo pat patricia patrick paul pedro peter phil philip pierre pooja
   poppy priya quinn rachel rahul raj ralph randy ravi raymond rebecca richard riley rita rob robert robin
   roger ronald rosa rosie ross roy ruby russell ruth ryan sam samantha samuel sandra sanjay sara sarah scott
   sean sharon shelly shirley sofia sophia sophie stacey stephanie stephen steve steven sue sunil susan sven
   taylor ted teresa terry theo thomas timothy tina toby todd tom tony tracy troy tyler vera victoria vijay
   vincent virginia walter wayne wei wendy william willie yuki zachary zoe`.split(/\s+/),
);
