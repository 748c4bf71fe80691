import { LANGUAGES, type Language } from '../terms/language.ts'
import { stem } from './stem.ts'

/**
 * Words of invoices and orders that say nothing about what the goods are. They never decide which goods are found, but they may
 * still refine them: black pepper is pepper, and "black" tells it from other pepper. Words are folded; forms are found by stems.
 */
const COLOURS = words(`
  bialy czarny czerwony niebieski zielony zolty szary brazowy pomaranczowy rozowy fioletowy srebrny zloty bezowy granatowy
  grafitowy kremowy bordowy turkusowy antracyt bezbarwny kolor kolorowy ral
  white black red blue green yellow grey gray brown orange pink purple silver golden beige navy transparent clear colour
  color anthracite ivory`)

const CONDITIONS = words(`
  nowy uzywany fabrycznie oryginalny regenerowany odnowiony zamiennik nieuzywany uszkodzony wadliwy
  czasowy wysokiej jakosc gatunek bardzo
  powyzej ponizej ponad okolo above below approx
  new used brand original refurbished reconditioned genuine unused second-hand secondhand defective faulty damaged broken
  temporary premium quality standard
  techniczny przemyslowy spozywczy farmaceutyczny bezwodny jednowodny dwuwodny uwodniony krystaliczny gatunkowy granulowany
  forged kuty handmade
  monohydrate dihydrate trihydrate hexahydrate anhydrous hydrated mono grade food-grade feed-grade tech pharma reagent
  high-quality made wykonany przeznaczony sluzacy suitable intended professional profesjonalny rozne rozny various assorted misc asortyment luzem bulk`)

/** Sacks and pallets are also goods, so the reader of the line sets them aside only beside a quantity. */
const PACKAGING = words(`
  karton paleta worek paczka pudelko beczka kanister puszka butelka wiadro rolka szpula krag bela arkusz kontener skrzynia
  tubka blister saszetka bigbag opakowanie paletopojemnik octabin
  bag box carton ctn ctns pallet sack pack package drum barrel canister can bottle bucket roll reel spool coil bale crate
  case tube sachet container bundle europallet jar tin tray packing packaging`)

/** How many, whatever it is that is counted. */
const QUANTITIES = words(`
  zestaw komplet para sztuka ryza zgrzewka partia probka jeden dwa trzy cztery szesc dziesiec
  piece pair set ream dozen pkg lot sample one two three four five six ten`)

const UNITS = words(`
  mm cm dm m km mb m2 m3 mm2 cm3 ml l ltr litr litry litrow liter litre kg g mg t tona ton tony tonne tonnes dag lb lbs oz
  inch cal in ft yd v kv mv a ma ah mah wh kwh w kw mw va kva mva hz khz mhz ghz k nf uf pf mh gb tb mb mbps bar mpa kpa
  pa psi nm kn n db lm lx rpm obr min obr/min h hp km/h kmh stopni st szt sztuk pcs pc ea op opak kpl zest kart pal rol
  vdc vac dc ac dn pn fi sn sdr rozm rozmiar size gr gat kl klasa class dl dlugosc szer szerokosc wys
  wysokosc gr grubosc srednica dia diameter length width height thickness od id nom skok mesh sh micron gsm denier
  ark sheets units unit jm metr metrow metre metres meter meters`)

/** Words before a grade, a standard, a model or an article number. */
const DESIGNATORS = words(`
  din iso en pn pn-en en-iso din-en api astm gost aisi bs jis iec ansi atex rohs ce reach sae norma wg typ type model seria series
  art nr no ref sku pn p/n s/n sn ean lot partia batch rev ver wersja version poz pos item kod code index indeks symbol cat grade
  rocznik year vin mat material nominal`)

/** Goods too, and units only behind a number: 10 bar, 200 mesh, 1 pc. */
export const UNITS_OF_NUMBERS: ReadonlySet<string> = words('bar mesh meter meters metr metrow pc sheets unit units')
/** Goods too, and designators only before a number: mat. 304. */
export const DESIGNATORS_OF_NUMBERS: ReadonlySet<string> = words('mat cat model api pos')

/** https://iccwbo.org/business-solutions/incoterms-rules/. */
const INCOTERMS = words('exw fca fas fob cfr cif cpt cip dap dpu dat ddp incoterms')
export const isIncoterm = (word: string): boolean => INCOTERMS.has(word)

const DEALS = words(`
  ${[...INCOTERMS].join(' ')}
  eksport import reeksport tranzyt sprzedaz kupno zakup dostawa wysylka przesylka faktura fv zamowienie zam umowa kontrakt
  zwrot reklamacja
  klient kontrahent odbiorca dostawca nabywca sprzedawca firma spolka towar towary cena wartosc kwota netto brutto vat ilosc
  waga pochodzenie kraj odprawa celna eur usd pln zl rub byn chf gbp cny tir cmr data dnia termin platnosc zaliczka oferta
  zapytanie przetarg spedycja ladunek przeznaczenie magazyn specyfikacja zalacznik zgodnie sp oo z.o.o gmbh ltd llc ooo inc
  sprzedac kupic wyslac wywoz przywoz przewoz kupujemy sprzedajemy wysylamy chcemy chce potrzebujemy prosze czy
  moge mozna mozemy wolno chcialbym
  export reexport re-export transit sale sales purchase delivery shipment consignment invoice order po contract client
  return returned
  customer consignee supplier buyer seller company goods price value amount net gross quantity qty weight origin country
  customs dated date number codes payment advance offer quotation rfq tender shipping cargo freight destination warehouse specification
  attached according total per sell buy send ship we want need please buying selling shipped delivered via
  bank branch oddzial kupiony bought sold sprzedany through onward targi proforma pro-forma inquiry enquiry quote
  poszukujemy szukamy looking require required sklepu restauracji restaurant szpitala fabryki rafinerii
  refinery zakladu koncern holding oao pao zao jsc ojsc
  gazprom rosnieft rosneft lukoil aeroflot sibur severstal nlmk evraz nornickel belaruskali naftan eurochem rzd
  styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien
  stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia
  january february march april june july august september october november december`)

/** Verbs behind which it is said what somebody wants; before them stands who wants it. */
const REQUESTS = words(`
  prosi prosil prosila pyta pytal pytaja szuka szukaja potrzebuje chce chca chcialby kupil kupila kupili kupuje sprzedaje
  sprzedal wiezie wozi zamawia zamowil zamowila zamowili
  asks asked ask wants wanted ordered orders needs needed bring brought sell get got gets`)
export const isRequest = (word: string): boolean => REQUESTS.has(word)

/** Who asks for what, in sentences. Looked up as written: "prosi" (asks) would share its stem with millet; no names of goods. */
const TALK = words(`
  ${[...REQUESTS].join(' ')} kupowac
  wiezc wysylac przewiezc przywiezc sprowadzic sprowadzamy sprowadzenie importujemy
  eksportujemy wpisac jaki jaka jakie kodu kody trzeba zezwolenia zezwolenie pozwolenie pozwolenia licencja licencji
  kolega koledze kolezanka szwagier brat bratu siostra znajomy znajomemu sasiad szef klienta klientka mechanik rolnik
  rolnikowi rolnika mnie nas nam nasz naszej naszego moj moja mojego jego stary starego teraz budowe
  warsztat warsztatu restauracja hotelu
  friend boss colleague brother neighbour neighbor uncle farmer farmers mechanic florist jeweller dressmaker shop brewery factory
  would should could may might does did like take takes taking permit licence license allowed what about how
  which why our my his her their your us me little going again now week month she they it
  are you is am be have has had been there here asking wondering think know tell possible
  dzien dobry witam pani panie panu pana podac podaj podajcie ktora ktory ktore ktorego ktorej jedzie jada ktos wie wiecie
  pozycja pozycje pozycji trafia trafiaja taryfa taryfy taryfie bierzemy bierze warunkach czeka czekamy odbiera
  przywozi wysyla tesciowa celnik kierowca hurtowni dziekuje dzieki pozdrawiam
  cn hs taric hi hello dear sir sirs madam mr mrs good morning afternoon confirm advise where whether tariff commodity classification classify classified declaration anybody anyone somebody someone write posted
  sending sends arriving leaving loaded terms broker falls thanks thank regards very much many put friday monday`)

const PLACES = words(`
  rosja rosyjski federacja bialorus bialoruski ukraina ukrainski polska polski niemcy niemiecki francja francuski wlochy
  wloski hiszpania hiszpanski portugalia czechy czeski slowacja wegry rumunia bulgaria litwa lotwa estonia finlandia szwecja
  norwegia dania holandia niderlandy belgia austria szwajcaria anglia brytania irlandia grecja turcja turecki chiny chinski
  indie japonia japonski korea koreanski tajwan wietnam tajlandia indonezja malezja pakistan iran irak izrael egipt maroko
  kazachstan uzbekistan kirgistan tadzykistan turkmenistan armenia azerbejdzan gruzja moldawia serbia chorwacja slowenia
  usa ameryka amerykanski kanada meksyk brazylia argentyna chile kolumbia australia emiraty zea dubaj ue unia europejski
  europa azja afryka kaliningrad krym donieck
  russia russian federation belarus belarusian ukraine ukrainian poland polish germany german france french italy italian
  spain spanish portugal czech czechia slovakia hungary romania lithuania latvia finland sweden norway denmark netherlands
  holland belgium switzerland england britain uk ireland greece turkiye turkish china chinese india indian japan japanese
  taiwan vietnam thailand indonesia malaysia israel egypt morocco kazakhstan kyrgyzstan tajikistan azerbaijan georgia moldova
  croatia slovenia america american canada mexico brazil argentina colombia emirates uae dubai eu union europe european
  asia africa crimea
  moskwa moskwie moscow petersburg minsk brzesc brest grodno homel warszawa warsaw gdansk gdynia krakow wroclaw poznan lodz
  hamburg rotterdam antwerpia antwerp berlin wilno vilnius kaunas klaipeda ryga riga tallinn kijow kyiv kiev lwow lviv
  odessa almaty astana taszkent tashkent szanghaj shanghai ningbo shenzhen stambul istanbul praga prague
  malaszewicze terespol bobrowniki kuznica koroszczyn szczecin swinoujscie bydgoszcz lublin katowice bialystok torun rzeszow
  kielce olsztyn gliwice sosnowiec czestochowa slawkow siemianowka
  nowosybirsk novosibirsk jekaterynburg yekaterinburg kazan rostow rostov krasnodar wladywostok vladivostok murmansk
  archangielsk arkhangelsk noworosyjsk novorossiysk primorsk togliatti tolyatti omsk perm tula smolensk kaliningradzki
  witebsk vitebsk mohylew mogilev nowopolock novopolotsk zlobin zhlobin soligorsk bobrujsk babruysk borysow orsza lida
  kamczatka kamchatka syberia syberyjski siberia siberian krasnojarsk norylsk norilsk yamal jamal
  hamburg bremerhaven zeebrugge duisburg dusseldorf monachium munich frankfurt lipsk leipzig drezno dresden
  kopenhaga copenhagen sztokholm stockholm helsinki oslo londyn london paryz paris madryt madrid barcelona mediolan milan
  rzym rome wieden vienna budapeszt budapest bukareszt bucharest belgrad belgrade ateny athens konstanca constanta
  mersin izmir ankara dubai tbilisi erewan yerevan baku biszkek bishkek duszanbe dushanbe aszchabad aktau
  pekin beijing guangzhou hong kong hongkong tokio tokyo seul seoul singapur singapore mumbai
  gomel pinsk pinsku baranowicze baranowicz karelia astrachan astrakhan riyadh amman hanoi
  kazachski uzbecki kirgiski gruzinski ormianski kazakh uzbek kyrgyz armenian georgian serbian
  lugansk luhansk cherson kherson zaporoze sewastopol sevastopol`)

/** Materials, in many lines behind the thing they are the material of: "wire PVC". Beside another noun they are not the thing. */
const MATERIALS = words(`
  stal miedz mosiadz aluminium zeliwo cynk drewno guma skora bawelna welna tworzywo plastik szklo papier tektura beton
  ceramika jedwab len poliester silikon inox nierdzewka polietylen polipropylen nylon teflon grafit tytan braz
  steel copper brass aluminium aluminum iron zinc wood wooden rubber leather cotton wool plastic glass paper cardboard
  concrete silk linen polyester silicone polyethylene polypropylene nylon graphite titanium bronze carbide stainless ss nbr
  viscose wiskoza acrylic akryl mesh denim granite marble granit marmur vinyl winyl epdm fkm ptfe pvc pcw pe hdpe ldpe pp pet abs pa alu cu hss birch oak pine`)
/** Things that may be anything, and forms of any substance: what they are for, or made of, says more. */
const GENERIC = words(`
  sprzet urzadzenie wyrob produkt artykul osprzet wyposazenie element towar asortyment akcesoria
  granulat granulki regranulat proszek platki
  granules pellets powder flakes
  equipment device apparatus product article item goods stuff accessory accessories gear appliance supplies`)
const genericStems = stemsOf(GENERIC)

/** Things that their use tells apart. */
const MACHINES = words('maszyna przyrzad narzedzie aparat aparatura machine machinery instrument tool plant line linia')
const machineStems = stemsOf(MACHINES)

/** Whether a folded word names a thing whose use says what it is: machines for packing, for sewing. */
export const isMachine = (word: string): boolean => isOneOf(word, MACHINES, machineStems)

/** Whether a folded word may stand for any goods. */
export const isGeneric = (word: string): boolean => isOneOf(word, GENERIC, genericStems)

const materialStems = stemsOf(MATERIALS)

export const isMaterial = (word: string): boolean => isOneOf(word, MATERIALS, materialStems)

/** Well-known makes that are not also words for goods. Other names of makes are unknown words. */
const BRANDS = words(`
  bosch siemens skf fag nsk ntn koyo timken makita dewalt hilti metabo milwaukee samsung lg dell hp lenovo asus acer huawei
  xiaomi sony panasonic toshiba hitachi canon nikon epson brother xerox toyota volkswagen vw bmw audi mercedes mercedes-benz
  scania volvo daf iveco renault ford opel fiat skoda seat kia hyundai honda mazda nissan suzuki yamaha kawasaki caterpillar
  jcb komatsu deere claas zetor ursus fendt kubota grundfos wilo danfoss abb schneider eaton legrand philips osram festo
  parker rexroth omron mitsubishi fanuc haas intel amd nvidia kingston seagate michelin continental goodyear bridgestone
  pirelli dunlop castrol orlen lotos stihl husqvarna karcher electrolux whirlpool beko gorenje miele tefal braun cisco
  honeywell emerson endress hauser sick balluff wago phoenix weidmuller sandvik walter kennametal iscar gates febi valeo
  denso mann hengst mahle knecht filtron brembo trw sachs bilstein cummins perkins deutz iveco liebherr manitou linde jungheinrich
  still toyota atlas copco lego ikea nestle tesla garmin gopro dji stm texas analog infineon nxp xilinx altera wd sandisk`)

export type Aside =
  | 'colour'
  | 'condition'
  | 'packaging'
  | 'quantity'
  | 'unit'
  | 'designator'
  | 'deal'
  | 'talk'
  | 'place'
  | 'brand'

const LISTS: Readonly<Record<Aside, ReadonlySet<string>>> = {
  unit: UNITS,
  designator: DESIGNATORS,
  deal: DEALS,
  talk: TALK,
  place: PLACES,
  brand: BRANDS,
  colour: COLOURS,
  condition: CONDITIONS,
  quantity: QUANTITIES,
  packaging: PACKAGING,
}

/** These decline; the others are looked up as they are written. */
const INFLECTED: readonly Aside[] = ['colour', 'condition', 'packaging', 'quantity', 'deal', 'place']

/** Shorter words have stems that other words share. */
const SHORTEST: Readonly<Record<Language, number>> = { pl: 4, en: 3 }

const asides = onFirstUse(() => {
  const exact = new Map<string, Aside>()
  const byStem = { pl: new Map<string, Aside>(), en: new Map<string, Aside>() }
  for (const [kind, list] of Object.entries(LISTS) as [Aside, ReadonlySet<string>][]) {
    for (const word of list) {
      if (!exact.has(word)) exact.set(word, kind)
      if (!INFLECTED.includes(kind)) continue
      for (const language of LANGUAGES) {
        if (word.length < SHORTEST[language]) continue
        const key = stem(word, language)
        if (!byStem[language].has(key)) byStem[language].set(key, kind)
      }
    }
  }
  return { exact, byStem }
})

/** What a folded word is if it does not name goods; null for all other words. */
export function asideOf(word: string): Aside | null {
  const { exact, byStem } = asides()
  const found = exact.get(word)
  if (found) return found
  if (word.length < 4) return null
  return byStem.pl.get(stem(word, 'pl')) ?? byStem.en.get(stem(word, 'en')) ?? null
}

type Stems = Readonly<Record<Language, ReadonlySet<string>>>

/** Stems are made when they are first needed: stemming all these words would take part of the start. */
function stemsOf(list: ReadonlySet<string>): () => Stems {
  const of = (language: Language) => new Set(Array.from(list, (word) => stem(word, language)))
  return onFirstUse(() => ({ pl: of('pl'), en: of('en') }))
}

function onFirstUse<T>(compute: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= compute()
    return value
  }
}

function isOneOf(word: string, list: ReadonlySet<string>, stems: () => Stems): boolean {
  return (
    list.has(word) || (word.length > 3 && LANGUAGES.some((language) => stems()[language].has(stem(word, language))))
  )
}

/** Whether the word is among those above as it is written, and not only a form of one: "piec" (a furnace) is no piece. */
export const isAsideAsWritten = (word: string): boolean => asides().exact.has(word)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
