/*
 * Words that do the same in a request, in the languages of most candidates. The model learns what runs of kinds mean, so that what it has
 * read in English also counts in Polish. A kind says nothing alone. `x*` is any word that begins so.
 */
const WORDS = {
  stop:
    'baraka bikaffi yezzi khoi otstan* hvatit stopnij przestan* przestancie ase sifi stop stopped stopping stoped stp ' +
    'stpo sotp stopp quit quitting cease desist halt knock stopall staph stahp basta alto pare paren para deja dejen ' +
    'deje dejenme deten* cesen cesa suspend* chega parem parar arrete* arretez cess* ngung thoi cham tigil* itigil* ' +
    'tumigil* hinto ihinto tantan* sispann sispan rete kanpe stope kite хватит стоп прекрат* прекращ* перестан* ' +
    'завяз* кончаи* заканчиваи* достаточно бросьте отстан* отвал* przesta* stopuj* dosc dosyc koniec skoncz* konczcie ' +
    'zaprzesta* daruj* توقف* اوقف* وقف* بطل* كفايه كفايا يكفي كفي خلاص بس حلو* kifaya khalas stopsign 停 够 夠 住 止',
  end:
    'end ending cancel* cancle terminat* discontinu* disable turn shut kill finish* anul* cancelen termin* acab* ' +
    'encerr* desactiv* annul* ketwa cham* huy tapusin kansele отмен* anuluj* wylacz* odwolaj* الغ* انه* 取 消',
  out:
    'unsubscrib* unsub* unsuscrib* optout opt optin opted opting unenroll unlist* deregist* desuscri* baja desinscri* ' +
    'desabon* descadastr* sair salir desinscre* dezabone dezenskri отпис* отписк* wypis* rezygn* anulu* 退 订 訂 الغاء',
  not:
    'no not dont never nor neither without cant wont didnt doesnt isnt aint stopnot dnt donot nunca ni tampoco jamas ' +
    'sin nao num nem ne pas jamais plus non pa pinga khong k chang dung hong wag huwag hindi ayaw не нет ни никогда ' +
    'нельзя nie ani nigdy لا ما مش مو ماب مابي ليس لن بدون غير بلاش بلا متبعت* متر* ماتر* مات* 不 别 別 勿 没 沒 莫 无 無',
  talk:
    'تصيفط* يصيفط* tsift* tersel* пишите pisz* smski смск* nhan text texts texting txt txts txting message messages ' +
    'messaging msg msgs sms contact contacts contacting contacted write writing reach reaching hit hitting notify ' +
    'notifications alerts alert dm dms ping pings blast* follow* reply replies outreach correspond* communicat* ' +
    'texted messaged mensaj* mensag* mensg* msj* escrib* escrev* texto textos textear contact* recado* avis* notific* ' +
    'ecri* texto* sms* ecris* notif* messag* contacte* tin lien lac ekri* ekriv* mesaj* kontakte* magtext* itext* ' +
    'tetext* text* pagtext* mensahe* kontak* пиш* писа* напиш* смс* сообщ* рассыл* связ* контакт* оповещ* уведом* ' +
    'информир* pis* napis* wiadomo* kontakt* powiadom* odzyw* رسايل* رساله* رسالت* ترسل* يرسل* ارسل* نرسل* راسل* ' +
    'تراسل* مراسل* تكتب* كتاب* تواصل* اتواصل* تبعت* ابعت* تبعث* يبعت* بعت* مسج* تطرش* ترسلو* rasayel rasael message* ' +
    '信 短 息 讯 訊 简 簡 联 聯 络 絡 系',
  call:
    'call calls calling called phone ring ringing email emails emailing voicemail* llam* ligar liga ligue* ligac* ' +
    'appel* telephon* goi rele tawag* tumawag* звон* позвон* dzwon* zadzwon* telefon* اتصل* تتصل* يتصل* كلم* تكلم* ' +
    'مكالم* 打 电话',
  send:
    'send sending sent forward envi* mand* manda mande* envoy* gui voye* ban padala* magpadala* send* слать шлите ' +
    'шлете присыл* отправ* высыл* прислал* wysyl* przysyl* slij* слал* يوصل* توصل* وصل* 发 發 送 傳 传 寄',
  get:
    'get getting receive receiving recieve* recieving receives hear hearing recib* receb* recev* recoi* resevwa nhan ' +
    'tumanggap matanggap makatanggap получ* otrzym* dostaw* استلم* استقبل* اتلقي تجيني يجيني 收',
  more:
    'again anymore more further else ever longer forever mas otra mais novo encore nouveau plus nua them anko ulit pa ' +
    'больше ещe еще снова опять впредь wiecej juz ponownie znow بعد تاني ثاني اكثر ابدا مره 再 了',
  remove:
    'طلع* اطلع* wykresl* remove removed removing removal delete deleted deleting erase scrub purge wipe strike ' +
    'exclude drop dump trash shred burn lose forget borr* elimin* quiten* quita* quitar* quite wywal* pomij* ' +
    'исключит* вычеркн* delet* apag* gach rut efas* 删 saqu* saca sacame tire* tira remov* retir* exclu* efface* ' +
    'suppr* enlev* oubli* ray* virez xoa bo retire* efase* wete* tire burahin* alisin* tanggal* pakialis* paalis* ' +
    'alis удал* убер* убир* убрать сотр* вычерк* исключ* стер* забуд* usun* skasu* kasuj* wykres* wymaz* zapomn* ' +
    'احذف* حذف* تحذف* امسح* مسح* تمسح* انمسح* شيل* شيلو* تشيل* يشيل* انسي* انسو* shil* 刪 除 移 去 掉',
  take:
    'take taking pull cross scratch keep cut let leave leaving dejame laissez laisse lache* deixa* deixe* kite* lese ' +
    'hayaan pabayaan остав* zostaw* lubay* tha dajcie daj خل* خلي* اترك* سيب* 放 饶 饒',
  list:
    'list lists database system records record file files roster contacts books pool lista listas base registro* ' +
    'cadastro liste fichier* danh sach lis talaan listahan список списк* баз* список* listy bazy bazie قايم* القايم* ' +
    'سجل* لسته 名 单 單 库',
  number:
    'number numbers num nbr phone cell digits info data name line celular telefono telefone numero* numer* nr cel tel ' +
    'telephone dien thoai sdt nimewo telefon* numero cellphone номер* телефон* dane danych данн* رقم* ارقام* جوال* ' +
    'موبايل* تلفون* بيانات* 号 號 码 碼 电 話 话',
  me:
    'me us myself mi nos nosotros conmigo moi nous toi tui minh em mwen m nou akin ako sakin мне меня мнои нам нас ' +
    'mnie nas nam لي ني عني معي انا اني 我',
  my: 'my our mine mis meu minha meus nosso mon ma mes notre namin мои моя мою моего моем наш moj moja moje mojego 的',
  i: 'i im ive id ill we weve yo eu je nous jai toi я мы ja',
  you:
    'you yall u ur your youre yalls people usted ustedes uds ud les te vc voces voce vcs vous tu votre vos ban ben ' +
    'quy vi may ou nou w kayo nyo niyo ka mo вы вас ваш* вам ты тебя panstw* wy was wasz* pan pani انت انتم انتو كم 你 ' +
    '您 们 們',
  wrong:
    'wrong incorrect mistaken equivoc* errad* mauvais trompe* nham lon sai mal maling mali ошиб* zly zle pomyl* غلط ' +
    'غلطان خطا خطاء 错 錯',
  annoy:
    'enmed* fatige* zadrecz* bother bothering harass* spam* annoy* pester* bug bugging scam* nag* disturb* blowing ' +
    'blow hound* badger* intrud* intrusive junk solicit* unsolicited unwanted unwelcome invasive nuisance molest* ' +
    'acos* fastidi* jod* enche* pertub* perturb* incomod* amol* harcel* derang* ennuy* arnaq* phien quay roi lam ' +
    'anwiy* anmede* deranje* nwi nakakainis istorbo* kulit* makulit* gulo* guluhin достал* задолб* беспоко* надоел* ' +
    'спам* назоил* мешат* nekan* neka* dreczc* drecz* oszus* zawracac zawracaj* meczc* мошен* ازعاج* تزعج* مزعج* ' +
    'ازعج* تحرش* نصب* احتيال* قرف* زهق* 骚 騷 扰 擾 烦 煩 骗 騙 诈 詐 垃 圾',
  law:
    'lawyer attorney legal sue suing fcc ftc tcpa ccpa gdpr police cops report reporting reported complaint court ' +
    'violation demanda* abogado* policia denunci* report* advogado* processo* justica procon avocat plainte plainte* ' +
    'cnil luat cong kien avoka lapolis abogado pulis ireport* irereport* адвокат* юрист* суд* жалоб* полици* закон* ' +
    'иск prawnik* sadu polic* rodo skarg* uodo محامي* محكم* شرط* قانون* شكوي* اشتكي* سابلغ* ابلغ* بلاغ* اقاضي* 律 师 告 ' +
    '举 報 报 投 诉 訴 警',
  block:
    'block blocking blocked blacklist bloque* bloqu* chan block* blokear* blok* блок* заблок* zablok* ابلوك* بلوك* ' +
    'حظر* احظر* 拉 黑 屏 蔽',
  consent:
    'consent permission authoriz* authoris* agreed agree agreeing signed subscribed enrolled subscribe subscription ' +
    'registered requested permiso autoric* autoriz* consent* consinto suscri* inscri* permissao accord consenti* ' +
    'autoris* abon* dong y dang ky pemisyon otorize* pahintulot согласи* разреш* подпис* zgod* zgad* zgody pozwol* ' +
    'موافق* وافق* اذن سجل* اشترك* 同 意 授 权 權 允 许 許',
  want:
    'want wanted wants wish need like interested interest care rather prefer quiero kiero queremos deseo interes* ' +
    'gust* quero desejo interess* veux voudr* souhait* envie muon can vle bezwen gusto kailangan хочу хотим хотел* ' +
    'желаю нуж* интерес* chce chcial* zycze potrzeb* interesuj* اريد ابي ابغ* بدي عايز* عاوز* محتاج* ودي مهتم* يهم* 想 ' +
    '要 需 愿 意 兴 趣',
  alone:
    'alone peace tranquil* paz tranquille paix yen de trankil lape tahimik покое покои spokoj* حالي بحالي راحت* ' +
    'ارتاح* 安 静',
  job:
    'job jobs shift shifts interview* resume position application work hiring role offer offers opening* schedule ' +
    'appointment orientation pay training class badge paycheck trabaj* entrevista* turno* puesto* cita solicitud ' +
    'vacante* oferta* vaga* emprego trabalho* curriculo turno travail poste entretien mission* offre* emploi boulot ' +
    'viec lam phong van ca travay entevyou djob pozisyon trabaho* interbyu* sahod работ* ваканс* собесед* смен* ' +
    'резюме анкет* зарплат* prac* rozmow* zmian* ofert* cv grafik شغل* وظيف* وظايف* عمل مقابل* دوام* موعد* راتب* ' +
    'شيفت* 工 作 班 职 職 面 试 試 简历',
  time:
    'monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight morning evening night week ' +
    'weekend before after until later now yet noon lunes martes miercoles jueves viernes sabado domingo hoy manana ' +
    'semana antes despues hasta hora horas segunda terca quarta quinta sexta hoje amanha depois lundi mardi mercredi ' +
    'jeudi vendredi samedi dimanche demain avant apres heure* aujourdhui mai sang chieu toi hom ngay tuan gio demen ' +
    'jodi maten aswe lendi madi vandredi samdi bukas ngayon umaga gabi mamaya завтра сегодня утр* вечер* понедельник* ' +
    'вторник* среду четверг* пятниц* суббот* воскрес* час* jutro dzis* rano wieczor* poniedzial* wtorek sroda ' +
    'czwartek piatek sobota niedziel* godzin* بكره بكرا غدا اليوم الصبح مساء صباح الاحد الاثنين الثلاثاء الاربعاء ' +
    'الخميس الجمعه السبت الساعه ساعه 明 天 点 點 今 早 晚 上 下 午 周 週',
  person:
    'him her he she his wife husband son daughter mother mom father dad sister brother kid boss manager girlfriend ' +
    'boyfriend roommate esposo esposa hijo hija mama papa hermano hermana primo marido mulher filho filha mae pai ' +
    'mari femme fils fille mere pere frere soeur vo chong me anh chi madanm pitit manman asawa anak nanay tatay ' +
    'kapatid муж* жен* сын* доч* мам* пап* брат* сестр* он она maz zona syn* cork* mam* tat* brat* siostr* ona زوج* ' +
    'ابن* بنت* ام ابو اخ* امي ابوي 他 她 妈 爸',
  dead:
    'died dead passed deceased murio fallec* morreu falec* decede* mort* mat mouri namatay pumanaw умер* скончал* ' +
    'zmarl* توفي* مات* 去世 死',
  tired:
    'tired sick fed enough had hart* cansad* harto cans* farto saco marre ras chan met moi fatige bouke pagod sawa ' +
    'устал* dosc mam* تعبت مليت زهقت طفش* 够 夠',
  please:
    'please pls plz plss kindly favor porfavor porfa svp stp sil plait tanpri souple silvouple vui long xin lam on ' +
    'paki pakiusap po пожалуиста прошу просьба prosze prosimy من فضلك لو سمحت* رجاء* ارجو* 请 請 拜 托 麻',
  thanks:
    'thanks thank thx ty appreciate gracias obrigad* merci cam mesi salamat спасибо благодар* dzieki dziekuj* شكرا ' +
    'مشكور* 谢 謝',
  swear:
    'fuck fucking fuk damn hell shit ass bitch wtf stfu puta mierda carajo chinga* verga porra merda caralho putain ' +
    'merde conn* dm dcm vl tangina gago блин черт нахрен нахуи бля* kurwa cholera والله 滚 滾 操',
  ask:
    'who what where when how why which whats hows quien que donde cuando como cual cuanto quem onde quando quanto qui ' +
    'quoi ou quand comment pourquoi combien ai gi dau sao bao nao ki kote kile konbyen poukisa kijan sino ano saan ' +
    'kailan paano bakit magkano кто что где когда как почему сколько kto co gdzie kiedy jak dlaczego ile من وين متي ' +
    'كيف ليش ليه كم شو ايش 谁 誰 什 么 哪 怎 几 幾 多 少 吗 嗎 呢',
  laugh: 'haha hahaha lol lmao jaja jajaja kkk kkkk rs mdr hehe hihi ха хаха ههه هههه 哈 呵',
  robot:
    'robot robots bot bots automated machine ai computer system maquina robo automatico automat* robotem автомат* ' +
    'бот* робот* روبوت* 机 器',
  last: 'last final ultimo ultima dernier* derniere cuoi cung denye huling huli последн* ostatni* اخر اخير* 最 后 後',
};

const exact = new Map<string, string>();
const beginnings = new Map<string, string>();
for (const [kind, words] of Object.entries(WORDS))
  for (const word of words.split(' ')) {
    const [known, found] = word.endsWith('*') ? [beginnings, word.slice(0, -1)] : [exact, word];
    if (!known.has(found)) known.set(found, kind);
  }

/** What Arabic writes together with the word: "and", "the", "to". */
const ARABIC_PREFIX = /^[وف]?(?:ال|لل|ب|ه)?/u;

/** Of a word of a plain text. */
export function kindOf(word: string): string {
  return listed(word) ?? listed(word.replace(ARABIC_PREFIX, '')) ?? 'other';
}

function listed(word: string): string | undefined {
  const kind = exact.get(word);
  if (kind !== undefined) return kind;
  for (let length = word.length; length > 1; length -= 1) {
    const begun = beginnings.get(word.slice(0, length));
    if (begun !== undefined) return begun;
  }
  return undefined;
}
