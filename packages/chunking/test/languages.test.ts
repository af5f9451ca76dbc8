import { loadTokenCounter } from '@topicmill/text/tokens';
import { expect, test } from 'vitest';
import { semanticStrategy } from '../src/index.js';

const tokenCounter = await loadTokenCounter('words');

/** The same ten sentences in each language. */
const SENTENCES: Record<string, readonly string[]> = {
  English: [
    'Install the program with the package manager of your system, and restart the computer when the installation has finished.',
    'The settings are kept in a text file in your home folder, which you can open with any editor.',
    'Every time you save a page, only the parts that have changed are built again, so the second run takes less than a second.',
    'If the server does not answer, check whether the port is already used by another program.',
    'An error message names the file and the line, and tells you what to do about it.',
    'You can search the documentation by meaning as well as by words, even when you do not know the exact name of a function.',
    'Pictures and other large files should not be stored in the repository.',
    'Before you publish a new version, read the list of changes and run all the tests.',
    'Questions that many people ask are answered at the end of this page.',
    'Whoever wants to translate a page copies it into the folder of that language and keeps its name.',
  ],
  Chinese: [
    '请使用系统的软件包管理器安装该程序，安装完成后重新启动计算机。',
    '设置保存在主目录下的一个文本文件中，您可以用任何编辑器打开它。',
    '每次保存页面时，只有发生变化的部分会被重新构建，因此第二次运行所需的时间不到一秒。',
    '如果服务器没有响应，请检查该端口是否已经被其他程序占用。',
    '错误信息会指出文件和行号，并告诉您应该如何处理。',
    '您不仅可以按词语，也可以按含义搜索文档，即使您不知道某个函数的确切名称也没有关系。',
    '图片和其他大型文件不应该保存在代码仓库中。',
    '在发布新版本之前，请阅读变更列表并运行所有的测试。',
    '许多人经常提出的问题，在本页的末尾都有解答。',
    '想要翻译页面的人，可以把它复制到相应语言的文件夹中，并保留原来的文件名。',
  ],
  Japanese: [
    'システムのパッケージマネージャーを使ってプログラムをインストールし、完了したらコンピューターを再起動してください。',
    '設定はホームフォルダーのテキストファイルに保存され、どのエディターでも開くことができます。',
    'ページを保存するたびに、変更された部分だけが再びビルドされるので、二回目の実行は一秒もかかりません。',
    'サーバーが応答しない場合は、ポートが他のプログラムですでに使われていないか確認してください。',
    'エラーメッセージはファイルと行を示し、どうすればよいかを教えてくれます。',
    '関数の正確な名前を知らなくても、言葉だけでなく意味によってもドキュメントを検索できます。',
    '画像などの大きなファイルはリポジトリに保存しないでください。',
    '新しいバージョンを公開する前に、変更の一覧を読み、すべてのテストを実行してください。',
    'よくある質問への回答は、このページの最後にまとめてあります。',
    'ページを翻訳したい人は、その言語のフォルダーにコピーし、ファイル名をそのままにしておきます。',
  ],
  Thai: [
    'ติดตั้งโปรแกรมด้วยตัวจัดการแพ็กเกจของระบบ แล้วเริ่มต้นคอมพิวเตอร์ใหม่เมื่อการติดตั้งเสร็จสิ้น',
    'การตั้งค่าถูกเก็บไว้ในไฟล์ข้อความในโฟลเดอร์หลักของคุณ ซึ่งคุณสามารถเปิดได้ด้วยโปรแกรมแก้ไขใดก็ได้',
    'ทุกครั้งที่คุณบันทึกหน้า เฉพาะส่วนที่เปลี่ยนแปลงเท่านั้นที่จะถูกสร้างใหม่ ดังนั้นการทำงานครั้งที่สองจึงใช้เวลาไม่ถึงหนึ่งวินาที',
    'หากเซิร์ฟเวอร์ไม่ตอบสนอง ให้ตรวจสอบว่าพอร์ตถูกใช้งานโดยโปรแกรมอื่นอยู่แล้วหรือไม่',
    'ข้อความแสดงข้อผิดพลาดจะระบุไฟล์และบรรทัด และบอกคุณว่าควรทำอย่างไร',
    'คุณสามารถค้นหาเอกสารตามความหมายได้เช่นเดียวกับตามคำ แม้ว่าคุณจะไม่ทราบชื่อที่แน่นอนของฟังก์ชันก็ตาม',
    'ไม่ควรเก็บรูปภาพและไฟล์ขนาดใหญ่อื่นๆ ไว้ในคลังโค้ด',
    'ก่อนที่คุณจะเผยแพร่เวอร์ชันใหม่ โปรดอ่านรายการการเปลี่ยนแปลงและเรียกใช้การทดสอบทั้งหมด',
    'คำถามที่หลายคนถามมีคำตอบอยู่ที่ท้ายหน้านี้',
    'ผู้ที่ต้องการแปลหน้าให้คัดลอกไปยังโฟลเดอร์ของภาษานั้นและคงชื่อไฟล์เดิมไว้',
  ],
  Hindi: [
    'अपने सिस्टम के पैकेज मैनेजर से प्रोग्राम इंस्टॉल करें, और इंस्टॉलेशन पूरा होने पर कंप्यूटर को फिर से चालू करें।',
    'सेटिंग्स आपके होम फ़ोल्डर की एक टेक्स्ट फ़ाइल में रखी जाती हैं, जिसे आप किसी भी एडिटर से खोल सकते हैं।',
    'हर बार जब आप कोई पृष्ठ सहेजते हैं, केवल बदले हुए भाग फिर से बनाए जाते हैं, इसलिए दूसरी बार में एक सेकंड से भी कम समय लगता है।',
    'यदि सर्वर उत्तर नहीं देता, तो जाँचें कि पोर्ट पहले से किसी दूसरे प्रोग्राम के उपयोग में तो नहीं है।',
    'त्रुटि संदेश फ़ाइल और पंक्ति का नाम बताता है, और यह भी कि आपको क्या करना चाहिए।',
    'आप दस्तावेज़ों को शब्दों के साथ-साथ अर्थ से भी खोज सकते हैं, चाहे आपको फ़ंक्शन का सही नाम पता न हो।',
    'चित्र और दूसरी बड़ी फ़ाइलें रिपॉज़िटरी में नहीं रखनी चाहिए।',
    'नया संस्करण प्रकाशित करने से पहले बदलावों की सूची पढ़ें और सभी परीक्षण चलाएँ।',
    'जो प्रश्न बहुत से लोग पूछते हैं, उनके उत्तर इस पृष्ठ के अंत में दिए गए हैं।',
    'जो किसी पृष्ठ का अनुवाद करना चाहता है, वह उसे उस भाषा के फ़ोल्डर में कॉपी करे और उसका नाम वही रखे।',
  ],
};

/** A page of twelve sections of 3 to 28 sentences, in paragraphs of a line each. */
function page(language: string): string {
  const sentences = SENTENCES[language]!;
  const sections = [...Array(12).keys()].map((section) => {
    const paragraphs = [...Array(1 + ((section * 5) % 7)).keys()].map((paragraph) =>
      [...Array(3 + ((section + paragraph) % 3)).keys()]
        .map((at) => sentences[(section * 3 + paragraph * 4 + at) % 10])
        .join(language === 'Chinese' || language === 'Japanese' ? '' : ' '),
    );
    return `## ${section + 1}\n\n${paragraphs.join('\n\n')}\n`;
  });
  return sections.join('\n');
}

/** The maximum with sections that are joined, as in folders, and apart, as in pages: there, one that most sections exceed. */
const MAX_TOKENS = { joined: 750, apart: 300 };
const KINDS = ['joined', 'apart'] as const;

function chunkCount(text: string, sections: (typeof KINDS)[number]): number {
  const strategy = semanticStrategy({
    minTokens: 250,
    maxTokens: MAX_TOKENS[sections],
    tail: 'merge',
    sections,
    tokenCounter,
  });
  return strategy.chunk({ text, file: 'page.md', fileTitle: 'Page' }).chunks.length;
}

test.each(
  ['Chinese', 'Japanese', 'Thai', 'Hindi'].flatMap((language) => KINDS.map((kind) => [language, kind] as const)),
)(
  'a page of twelve sections in %s has as many chunks as in English, within a fifth, with sections %s',
  (language, kind) => {
    const english = chunkCount(page('English'), kind);
    const count = chunkCount(page(language), kind);
    expect(english).toBeGreaterThan(kind === 'apart' ? 12 : 5);
    expect(Math.abs(count - english)).toBeLessThanOrEqual(english / 5);
  },
);

test.each(['Chinese', 'Japanese', 'Thai', 'Hindi'])(
  'a sentence in %s counts about as it does in English',
  (language) => {
    const total = (of: string): number =>
      SENTENCES[of]!.reduce((sum, sentence) => sum + tokenCounter.count(sentence), 0);
    expect(total(language) / total('English')).toBeGreaterThan(0.75);
    expect(total(language) / total('English')).toBeLessThan(1.35);
  },
);
